import { expect, test } from 'vitest';
import { readTrustPolicy, SAMPLE_TRUST_POLICY } from './notary/form';

test('the sample is a trust policy', () => {
  expect(readTrustPolicy(SAMPLE_TRUST_POLICY).messages).toEqual([]);
});

test('keeps what it does not know: it is part of what is trusted', () => {
  const document = { ...(JSON.parse(SAMPLE_TRUST_POLICY) as object), comment: 'ours' };
  expect(readTrustPolicy(JSON.stringify(document)).document).toEqual(document);
});

test('says what is no JSON', () => {
  expect(readTrustPolicy('{').messages[0]).toMatch(/^This is not JSON yet: /);
});

test('says where the document is wrong', () => {
  const wrong = {
    version: '1.0',
    trustPolicies: [
      { name: 'a', registryScopes: ['*'], signatureVerification: { level: 'strict' } },
    ],
  };
  const { messages } = readTrustPolicy(JSON.stringify(wrong));
  expect(messages).toEqual([
    'trustPolicies[0].trustStores: a trust policy of level strict needs trustStores',
    'trustPolicies[0].trustedIdentities: a trust policy of level strict needs trustedIdentities',
  ]);
  expect(readTrustPolicy('[]').messages[0]).toMatch(/^the document: /);
});

test('refuses a trust store that scanners never fill, and says why', () => {
  const { messages } = readTrustPolicy(SAMPLE_TRUST_POLICY.replace('ca:xeol.io', 'ca:acme'));
  expect(messages).toEqual([
    'trustPolicies[0].trustStores[0]: scanners fill no trust store but ca:xeol.io: with ca:acme they would deny every image, signed or not',
  ]);
});
