import { describe, expect, test } from 'vitest';
import type { Day } from '@/domain/eol/calendar';
import { certificateRisk, policyRisk } from './signature-risk';

const today = '2026-11-29' as Day; // a day of the calendar
const STATEMENT = {
  name: 'production',
  registryScopes: ['registry.example.com/acme/shop', 'registry.example.com/acme/web'],
  signatureVerification: { level: 'strict' },
  trustStores: ['ca:xeol.io'],
  trustedIdentities: ['x509.subject: C=SE, ST=Stockholm, O=Acme'],
};
const OTHER = 'x509.subject: C=SE, ST=Skane, O=Other';
const documentOf = (...statements: readonly object[]) => ({
  version: '1.0',
  trustPolicies: statements,
});
const signatures = (date: string | null, document: unknown = documentOf(STATEMENT)) => ({
  ...{ policy_type: 'NOTARY', deny_date: date, notary_policy_json: document },
});

describe('a policy that begins to deny', () => {
  test('puts what has no verified signature at risk', () => {
    expect(policyRisk(null, signatures('2026-11-29'), today)).toBe('unverified');
    expect(policyRisk(signatures(null), signatures('2026-01-01'), today)).toBe('unverified');
    expect(policyRisk(signatures('2026-11-30'), signatures('2026-11-29'), today)).toBe(
      'unverified',
    );
  });

  test('puts everything at risk where its rules change, too', () => {
    const narrow = documentOf({ ...STATEMENT, trustedIdentities: [OTHER] });
    expect(policyRisk(signatures(null), signatures('2026-11-29', narrow), today)).toBe('all');
  });

  test('puts nothing at risk later, never, or where it did so before', () => {
    expect(policyRisk(null, signatures('2026-11-30'), today)).toBeNull();
    expect(policyRisk(null, signatures(null), today)).toBeNull();
    expect(policyRisk(null, { policy_type: 'NOTARY' }, today)).toBeNull();
    expect(policyRisk(signatures('2026-11-01'), signatures('2026-11-29'), today)).toBeNull();
    expect(policyRisk(signatures('2026-11-01'), null, today)).toBeNull();
    const ends = { ...signatures('2026-01-01'), policy_type: 'EOL' };
    expect(policyRisk(null, ends, today)).toBeNull();
  });
});

describe('other rules of a policy that denies', () => {
  const riskOf = (before: unknown, after: unknown) =>
    policyRisk(signatures('2026-11-01', before), signatures('2026-11-01', after), today);

  test.each([
    ['another identity', [{ ...STATEMENT, trustedIdentities: [OTHER] }]],
    ['another scope', [{ ...STATEMENT, registryScopes: ['registry.example.com/acme/shop'] }]],
    ['one level up', [{ ...STATEMENT, signatureVerification: { level: 'permissive' } }]],
    ['one more statement', [STATEMENT, { ...STATEMENT, name: 'x', registryScopes: ['*'] }]],
  ])('put what is verified at risk: %s', (_, statements) => {
    expect(riskOf(documentOf(STATEMENT), documentOf(...statements))).toBe('verified');
  });

  test('put everything at risk where what is not verified passes today', () => {
    const audit = documentOf({ ...STATEMENT, signatureVerification: { level: 'audit' } });
    expect(riskOf(audit, documentOf(STATEMENT))).toBe('all');
    const logged = { level: 'strict', override: { authenticity: 'log' } };
    const lenient = documentOf({ ...STATEMENT, signatureVerification: logged });
    expect(riskOf(lenient, documentOf(STATEMENT))).toBe('all');
  });

  test('put nothing at risk that trust as much or more', () => {
    const { name: _, registryScopes, ...rest } = STATEMENT;
    const turned = { ...rest, registryScopes: registryScopes.toReversed(), name: 'renamed' };
    expect(riskOf(documentOf(STATEMENT), documentOf(turned))).toBeNull();
    const trusted = [...STATEMENT.trustedIdentities, OTHER];
    const more = documentOf({ ...STATEMENT, trustedIdentities: trusted });
    expect(riskOf(documentOf(STATEMENT), more)).toBeNull();
    const anybody = documentOf({ ...STATEMENT, trustedIdentities: ['*'] });
    expect(riskOf(documentOf(STATEMENT), anybody)).toBeNull();
    expect(riskOf(more, documentOf(STATEMENT))).toBe('verified');
  });

  test('put nothing at risk where scanners deny everything already', () => {
    const empty = documentOf({ ...STATEMENT, trustStores: ['ca:elsewhere'] });
    expect(riskOf(empty, documentOf(STATEMENT))).toBeNull();
    expect(riskOf({ version: '1.0' }, documentOf(STATEMENT))).toBeNull();
  });
});

describe('another certificate', () => {
  const pem = (content: string) =>
    `-----BEGIN CERTIFICATE-----\n${content}\n-----END CERTIFICATE-----\n`;
  const denying = [{ policy_type: 'EOL' }, signatures('2026-11-01')];

  test('puts what is verified at risk under a policy that denies', () => {
    expect(certificateRisk(pem('AAAA'), pem('BBBB'), denying, today)).toBe('verified');
    expect(certificateRisk(pem('AAAA') + pem('BBBB'), pem('BBBB'), denying, today)).toBe(
      'verified',
    );
  });

  test('puts everything at risk where there was none: nothing was checked', () => {
    expect(certificateRisk(null, pem('AAAA'), denying, today)).toBe('all');
  });

  test('puts nothing at risk beside the ones before, without a policy, and where it is none', () => {
    const both = `${pem('BBBB')}${pem('AA\r\nAA')}`;
    expect(certificateRisk(pem('AAAA'), both, denying, today)).toBeNull();
    expect(certificateRisk(null, pem('AAAA'), [signatures('2026-11-30')], today)).toBeNull();
    expect(certificateRisk(null, 'no certificate', denying, today)).toBeNull();
  });
});
