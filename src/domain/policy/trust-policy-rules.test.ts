import { describe, expect, test } from 'vitest';
import {
  storedTrustPolicyFaults,
  trustPolicyFaults,
  type TrustPolicyStatement,
} from './trust-policy-rules';

const STATEMENT: TrustPolicyStatement = {
  name: 'shop',
  registryScopes: ['registry.example.com/acme/shop'],
  signatureVerification: { level: 'strict' },
  trustStores: ['ca:xeol.io'],
  trustedIdentities: ['x509.subject: C=SE, ST=Stockholm, O=Acme'],
};
const SKIP = { trustStores: [], trustedIdentities: [], signatureVerification: { level: 'skip' } };

const document = (...statements: Partial<TrustPolicyStatement>[]) => ({
  version: '1.0',
  trustPolicies: statements.map((statement) => ({ ...STATEMENT, ...statement })),
});
const pathsOf = (...statements: Partial<TrustPolicyStatement>[]) =>
  trustPolicyFaults(document(...statements)).map(({ path }) => path.slice(2).join('.'));

describe('a document by which a scanner can let an image pass', () => {
  test.each<Partial<TrustPolicyStatement>>([
    {},
    SKIP,
    { registryScopes: ['*'], trustedIdentities: ['*'] },
    { registryScopes: ['localhost:5000/a', 'a.b/c_d/e--f/g.h'] },
    { trustedIdentities: ['x509.subject:CN=Release,O=Acme\\, Inc.,S=CA,C=US'] },
    {
      trustedIdentities: [
        'x509.subject: C=SE, ST=Stockholm, O=Acme',
        'x509.subject: C=SE, ST=Stockholm, O=Other',
      ],
    },
    {
      signatureVerification: {
        level: 'permissive',
        override: { revocation: 'skip', expiry: 'log' },
        verifyTimestamp: 'afterCertExpiry',
      },
    },
  ])('%j', (statement) => {
    expect(trustPolicyFaults(document(statement))).toEqual([]);
  });
});

describe('a document for which the scanner denies every image', () => {
  test.each<[Partial<TrustPolicyStatement>, string[]]>([
    [{ trustStores: ['ca:acme'] }, ['trustStores.0']],
    [{ trustStores: ['ca:xeol.io', 'tsa:xeol.io'] }, ['trustStores.1']],
    [{ trustStores: ['signingAuthority:xeol.io'] }, ['trustStores.0']],
    [{ trustStores: ['xeol.io'] }, ['trustStores.0']],
    [{ trustStores: ['CA:xeol.io'] }, ['trustStores.0']],
    [{ trustStores: [], trustedIdentities: [] }, ['trustStores', 'trustedIdentities']],
    [{ trustedIdentities: ['x509.subject: C=SE, O=Acme'] }, ['trustedIdentities.0']],
    [{ trustedIdentities: ['x509.subject: C=SE, ST=, O=Acme'] }, ['trustedIdentities.0']],
    [{ trustedIdentities: ['x509.subject: c=SE, st=A, o=Acme'] }, ['trustedIdentities.0']],
    [{ trustedIdentities: ['x509.subject: C=SE, C=DE, ST=A, O=B'] }, ['trustedIdentities.0']],
    [{ trustedIdentities: ['x509.subject: C=SE+ST=A, O=B'] }, ['trustedIdentities.0']],
    [{ trustedIdentities: ['x509.subject: C=#0101, ST=A, O=B'] }, ['trustedIdentities.0']],
    [{ trustedIdentities: ['x509.subject:'] }, ['trustedIdentities.0']],
    [{ trustedIdentities: ['release@acme.example'] }, ['trustedIdentities.0']],
    [{ trustedIdentities: ['*', 'x509.subject: C=SE, ST=A, O=B'] }, ['trustedIdentities.0']],
    [
      {
        trustedIdentities: [
          'x509.subject: C=SE, ST=A, O=B',
          'x509.subject: C=SE, ST=A, O=B, CN=Release',
        ],
      },
      ['trustedIdentities.1'],
    ],
    [{ ...SKIP, trustStores: ['ca:xeol.io'] }, ['trustStores']],
    [{ ...SKIP, trustedIdentities: ['*'] }, ['trustedIdentities']],
    [{ registryScopes: ['*', 'a.example/b'] }, ['registryScopes.0']],
    ...['shop', 'https://a.example/b', 'a.example/b:1', 'a.example/*', 'a.example/B', '/b'].map(
      (scope): [Partial<TrustPolicyStatement>, string[]] => [
        { registryScopes: [scope] },
        ['registryScopes.0'],
      ],
    ),
    [
      { signatureVerification: { level: 'strict', override: { integrity: 'log' } } },
      ['signatureVerification.override.integrity'],
    ],
    [
      { signatureVerification: { level: 'strict', override: { expiry: 'skip' } } },
      ['signatureVerification.override.expiry'],
    ],
    [
      { ...SKIP, signatureVerification: { level: 'skip', override: { expiry: 'log' } } },
      ['signatureVerification.override.expiry'],
    ],
    [
      { signatureVerification: { level: 'strict', verifyTimestamp: 'never' } },
      ['signatureVerification.verifyTimestamp'],
    ],
  ])('%j', (statement, paths) => {
    expect(pathsOf(statement)).toEqual(paths);
  });

  test('by names or scopes that are given twice, or another version', () => {
    expect(pathsOf({}, { name: 'other' })).toEqual(['registryScopes.0']);
    expect(pathsOf({}, { registryScopes: ['*'] })).toEqual(['name']);
    expect(trustPolicyFaults({ ...document({}), version: '1.1' })).toMatchObject([
      { path: ['version'] },
    ]);
  });

  test('that was stored when less was asked of it', () => {
    expect(storedTrustPolicyFaults(document({}))).toEqual([]);
    expect(storedTrustPolicyFaults(document({ trustStores: ['ca:acme'] }))).toHaveLength(1);
    expect(storedTrustPolicyFaults(null)).toHaveLength(1);
    expect(storedTrustPolicyFaults({ version: '1.0', trustPolicies: [{}] })).toHaveLength(1);
  });
});
