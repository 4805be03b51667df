import { describe, expect, it } from 'vitest';
import { isInDomain, mergedClaims, namesIn, verifiedEmailIn } from './provider-claims';

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
