import { expect, test } from 'vitest';
import { decideProviderSignIn, type ProviderSignInFacts } from './provider-sign-in';

const NOBODY: ProviderSignInFacts = {
  knownUserId: null,
  verifiedEmail: null,
  account: null,
  isInvited: false,
  mayJoin: false,
};
const verifiedEmail = 'ada@example.com';
const account = { userId: 'ada', isSomebodyElse: false };
const taken = { userId: 'ada', isSomebodyElse: true };

test.each([
  [{ knownUserId: 'ada' }, { do: 'sign_in', userId: 'ada' }],
  [
    { knownUserId: 'ada', verifiedEmail, account: { ...taken, userId: 'bob' } },
    { do: 'sign_in', userId: 'ada' },
  ],
  [{}, { do: 'refuse', why: 'unverified' }],
  [
    { isInvited: true, mayJoin: true, account },
    { do: 'refuse', why: 'unverified' },
  ],
  [
    { verifiedEmail, account },
    { do: 'link', userId: 'ada' },
  ],
  [
    { verifiedEmail, account: taken, mayJoin: true },
    { do: 'refuse', why: 'other_identity' },
  ],
  [{ verifiedEmail, isInvited: true }, { do: 'create' }],
  [{ verifiedEmail, mayJoin: true }, { do: 'create' }],
  [{ verifiedEmail }, { do: 'refuse', why: 'no_account' }],
])('%j: %j', (facts, decision) => {
  expect(decideProviderSignIn({ ...NOBODY, ...facts })).toEqual(decision);
});
