import { expect, test } from 'vitest';
import { decideProviderSignIn, type ProviderSignInFacts } from './provider-sign-in';

const NOBODY: ProviderSignInFacts = {
  known: null,
  verifiedEmail: null,
  account: null,
  isInvited: false,
  mayJoin: false,
};
const verifiedEmail = 'ada@example.com';
const account = { userId: 'ada', isSomebodyElse: false, isProven: true };
const taken = { userId: 'ada', isSomebodyElse: true, isProven: true };
const known = { userId: 'ada', isUnprovenWithPassword: false };

test.each([
  [{ known }, { do: 'sign_in', userId: 'ada', takesOver: false }],
  [
    { known: { ...known, isUnprovenWithPassword: true } },
    { do: 'sign_in', userId: 'ada', takesOver: true },
  ],
  [
    { known, verifiedEmail, account: { ...taken, userId: 'bob' } },
    { do: 'sign_in', userId: 'ada', takesOver: false },
  ],
  [{}, { do: 'refuse', why: 'unverified' }],
  [
    { isInvited: true, mayJoin: true, account },
    { do: 'refuse', why: 'unverified' },
  ],
  [
    { verifiedEmail, account },
    { do: 'link', userId: 'ada', takesOver: false },
  ],
  [
    { verifiedEmail, account: { ...account, isProven: false } },
    { do: 'link', userId: 'ada', takesOver: true },
  ],
  [
    { verifiedEmail, account: { ...taken, isProven: false } },
    { do: 'refuse', why: 'other_identity' },
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
