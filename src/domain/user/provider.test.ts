import { describe, expect, it, test } from 'vitest';
import {
  decideProviderSignIn,
  isInDomain,
  mergedClaims,
  namesIn,
  type ProviderSignInFacts,
  roleIn,
  verifiedEmailIn,
} from './provider';

describe('the address that a provider vouches for', () => {
  it('is in lower case', () => {
    expect(verifiedEmailIn({ email: 'Ada@Example.com', email_verified: true })).toBe(
      'ada@example.com',
    );
  });

  it.each([
    [{ email: 'ada@example.com' }],
    [{ email: 'ada@example.com', email_verified: 'true' }],
    [{ email: 'ada@example.com', email_verified: 1 }],
    [{ email: ['ada@example.com'], email_verified: true }],
    [{ email: 'not an address', email_verified: true }],
    [{ email: ' ada@example.com', email_verified: true }],
    // Lower case makes a k of the Kelvin sign, and with it the address of somebody else.
    [{ email: 'mi\u212ae@example.com', email_verified: true }],
    [{ email_verified: true }],
  ])('is none of %j', (claims) => {
    expect(verifiedEmailIn(claims)).toBeNull();
  });
});

describe('the address of a tenant of Microsoft Entra ID', () => {
  const tenant = '0f4a2c9e-5b1d-4c3a-9e8f-7a6b5c4d3e2f';
  const iss = `https://login.microsoftonline.com/${tenant}/v2.0`;
  const other = '7a1c2e3d-4b5f-4a6c-8d9e-0f1a2b3c4d5e';
  const email = 'Ada@Example.com';

  it.each([
    [{ iss, email, xms_edov: true }],
    [{ iss, email, xms_edov: '1' }],
    [{ iss, idp: iss, email, xms_edov: true }],
    [{ iss, idp: `https://sts.windows.net/${tenant}/`, email, xms_edov: true }],
    [{ iss: iss.replace('.com', '.us'), email, xms_edov: true }],
    [
      {
        iss: iss.replace('login.', 'login.partner.').replace('.com', '.cn'),
        email,
        xms_edov: true,
      },
    ],
  ])('is vouched for where the tenant owns its domain: %j', (claims) => {
    expect(verifiedEmailIn(claims)).toBe('ada@example.com');
    expect(verifiedEmailIn(mergedClaims(claims, { email: 'other@example.com' }))).toBe(
      'ada@example.com',
    );
  });

  it.each([
    [{ iss, email }],
    [{ iss, email, xms_edov: false }],
    [{ iss, email, xms_edov: '0' }],
    [{ iss, xms_edov: true, preferred_username: email }],
    [{ iss, email, xms_edov: true, email_verified: false }],
    // Of whichever tenant, of personal accounts, and of others who call themselves so.
    [{ iss: iss.replace(tenant, 'common'), email, xms_edov: true }],
    [{ iss: iss.replace(tenant, '{tenantid}'), email, xms_edov: true }],
    [{ iss: iss.replace(tenant, '9188040d-6c67-4c5b-b112-36a304b66dad'), email, xms_edov: true }],
    [{ iss: `${iss}/`, email, xms_edov: true }],
    [{ iss: iss.replace('.com/', '.com.evil.example/'), email, xms_edov: true }],
    [{ iss: `https://sts.windows.net/${tenant}/`, email, xms_edov: true }],
    [{ iss: 'https://idp.example.com', email, xms_edov: true }],
    [{ email, xms_edov: true }],
    // Of guests, whose address somebody else entered: that this tenant owns its domain is said of it all the same.
    [{ iss, idp: `https://sts.windows.net/${other}/`, email, xms_edov: true }],
    [{ iss, idp: 'live.com', email, xms_edov: true }],
    [{ iss, idp: null, email, xms_edov: true }],
  ])('is not vouched for by %j', (claims) => {
    expect(verifiedEmailIn(claims)).toBeNull();
  });

  it.each([
    [{ iss }, { email, xms_edov: true }],
    [{ iss, email }, { xms_edov: true }],
    [{ iss, xms_edov: true }, { email }],
  ])('is not made up of %j and %j of the userinfo', (idToken, userinfo) => {
    expect(verifiedEmailIn(mergedClaims(idToken, { ...userinfo, iss }))).toBeNull();
  });
});

describe('the claims of both sources', () => {
  const verified = { email: 'a@example.com', email_verified: true };

  it.each([
    [{ email: 'b@example.com' }, verified, verified],
    [verified, { email: 'b@example.com', email_verified: true }, verified],
    // An address of one and a word on it of the other would make up somebody.
    [{ email: 'b@example.com' }, { email_verified: true }, { email: 'b@example.com' }],
    [{ email_verified: true }, { email: 'b@example.com' }, { email_verified: true }],
  ])('%j and %j keep an address and its proof together', (idToken, userinfo, pair) => {
    const { email, email_verified } = mergedClaims(idToken, userinfo);
    expect({ email, email_verified }).toEqual({
      email: undefined,
      email_verified: undefined,
      ...pair,
    });
  });

  it('name the person as the ID token does', () => {
    const claims = mergedClaims({ iss: 'i', sub: 's' }, { iss: 'x', sub: 'y', groups: ['a'] });
    expect(claims).toMatchObject({ iss: 'i', sub: 's', groups: ['a'] });
  });
});

it.each([
  ['ada@acme.example', true],
  ['ada@sub.acme.example', false],
  ['ada@evilacme.example', false],
  ['ada@acme.example.evil.example', false],
  ['acme.example@evil.example', false],
  ['"x@acme.example"@evil.example', false],
])('%s joins: %s', (email, joins) => {
  expect(isInDomain(email, ['acme.example'])).toBe(joins);
});

describe('the names in a claim', () => {
  it.each([
    [{ role: 'admin' }, 'role', ['admin']],
    [{ groups: ['a', 1, null, 'b'] }, 'groups', ['a', 'b']],
    [{ groups: [] }, 'groups', []],
    [{ roles: { admin: { org: 'x' } } }, 'roles', ['admin']],
    [{ realm_access: { roles: ['member'] } }, 'realm_access.roles', ['member']],
    [{ 'https://acme.example/roles': ['viewer'] }, 'https://acme.example/roles', ['viewer']],
    [{ resource: { 'a.b': { roles: 'x' } } }, 'resource.a.b.roles', ['x']],
    [{ a: 'x' }, 'a.length', null],
    [{}, 'constructor.name', null],
    [{ groups: 7 }, 'groups', null],
    [{ groups: null }, 'groups', null],
  ])('%j at %s', (claims, path, names) => {
    expect(namesIn(claims, path.split('.'))).toEqual(names);
  });
});

test.each([
  [['admin', 'viewer'], 'admin'],
  [['Member', 'staff'], 'member'],
  ['viewer', 'viewer'],
  [['/eventide-member'], 'member'],
  [{ 'eventide-admin': {} }, 'admin'],
  // Where the provider speaks of this service by name, its own admins are not ours.
  [['admin', 'eventide-viewer'], 'viewer'],
  [['admin', 'eventide-owner'], 'none'],
  [['administrator', 'scanner', 'eventide-'], 'none'],
  [[], 'none'],
  [undefined, 'silent'],
])('%j says %s', (groups, role) => {
  expect(roleIn({ groups }, ['groups'])).toBe(role);
});

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
