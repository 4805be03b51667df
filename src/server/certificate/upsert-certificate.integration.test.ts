import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { makeCertificate } from '@/test/certificates';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { RestClient } from '@/test/rest-client';
import { storedText } from '@/test/stored';
import { apiDocument } from '@/server/app-router';
import { certificateRecord } from './dto';

let deps: TestDeps;
let rest: RestClient;
let organization: OrganizationId;
let signer: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
  signer = await makeCertificate();
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organization = await makeOrganization(deps);
});

test('stores a certificate, then another in its place', async () => {
  const call = await rest.as(organization, 'admin');
  expect(await call('GET', '/certificate')).toEqual({
    status: 404,
    body: { detail: 'Certificate not found' },
  });
  const stored = await call('POST', '/certificate/upsert', { certificate: signer });
  expect(stored).toEqual({
    status: 201,
    body: {
      certificate: signer,
      subject: 'CN=signer, O=Acme',
      issuer: 'CN=signer, O=Acme',
      not_before: '2026-01-01T00:00:00.000Z',
      not_after: '2028-01-01T00:00:00.000Z',
      created_at: '2026-11-21T12:00:00.000Z',
      updated_at: '2026-11-21T12:00:00.000Z',
    },
  });
  expect(await call('GET', '/certificate')).toEqual({ status: 200, body: stored.body });
  deps.clock.advance(1_000);
  const bundle = `${await makeCertificate('CN=other')}\n${signer}`;
  const replaced = await call('POST', '/certificate/upsert', { certificate: bundle });
  expect(certificateRecord.parse(replaced.body)).toMatchObject({
    certificate: bundle,
    subject: 'CN=other',
    created_at: '2026-11-21T12:00:00.000Z',
    updated_at: deps.clock.now().toISOString(),
  });
  const scanner = await rest.as(organization, 'scanner');
  expect(await scanner('GET', '/certificate')).toEqual({ status: 200, body: replaced.body });
  const stranger = await rest.as(await makeOrganization(deps), 'admin');
  expect(await stranger('GET', '/certificate')).toMatchObject({ status: 404 });
  expect(
    await deps.db.of(organization).auditEvent.findMany({
      where: { action: 'certificate.upsert' },
      orderBy: { at: 'asc' },
    }),
  ).toMatchObject([
    { before: null, after: { subject: 'CN=signer, O=Acme' } },
    { before: { subject: 'CN=signer, O=Acme' }, after: { subject: 'CN=other' } },
  ]);
});

test('takes the example of the API’s document, and answers as that says', async () => {
  const call = await rest.as(organization, 'admin');
  const operation = apiDocument().paths['/certificate/upsert']?.post;
  const body = operation?.requestBody?.content['application/json'].example;
  const {
    created_at: _,
    updated_at: __,
    ...record
  } = certificateRecord.parse(operation?.responses[201]?.content?.['application/json'].example);
  expect(await call('POST', '/certificate/upsert', body)).toMatchObject({
    status: 201,
    body: record,
  });
});

test('what does not validate is a 422 that names the bad certificate', async () => {
  const call = await rest.as(organization, 'admin');
  const bad = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
  const faults: [unknown, string, string][] = [
    [{}, 'missing', 'Field required'],
    [{ certificate: 1 }, 'string_type', 'Input should be a valid string'],
    [{ certificate: '' }, 'value_error', 'Value error, holds no certificate in PEM'],
    [
      { certificate: `${signer}\0` },
      'value_error',
      'Value error, must not contain a NUL character',
    ],
    [
      { certificate: 'x'.repeat(65_537) },
      'string_too_long',
      'String should have at most 65536 characters',
    ],
    [
      { certificate: `${signer}\n${bad}` },
      'value_error',
      'Value error, certificate 2 of 2 is not valid X.509',
    ],
  ];
  for (const [body, type, msg] of faults) {
    expect(await call('POST', '/certificate/upsert', body)).toEqual({
      status: 422,
      body: { detail: [{ loc: ['body', 'certificate'], type, msg }] },
    });
  }
  expect(await call('POST', '/certificate/upsert', '{')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body'], type: 'json_invalid' }] },
  });
  expect(await call('GET', '/certificate')).toMatchObject({ status: 404 });
});

test('a private key is refused, and neither stored nor logged nor echoed', async () => {
  const call = await rest.as(organization, 'admin');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const answer = await call('POST', '/certificate/upsert', { certificate: `${signer}\n${key}` });
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'certificate'], type: 'value_error' }] },
  });
  const secret = key.split('\n')[1] ?? '';
  expect(secret).toHaveLength(64);
  expect(JSON.stringify(answer)).not.toContain(secret);
  expect(await storedText(deps.db)).not.toContain(secret);
  expect(deps.logged()).not.toContain(secret);
});

test('is for admins alone, who must be known first', async () => {
  const body = { certificate: signer };
  expect(await rest.anonymously('POST', '/certificate/upsert', body)).toMatchObject({
    status: 401,
  });
  for (const role of ['scanner', 'viewer', 'member'] as const) {
    const call = await rest.as(organization, role);
    expect(await call('POST', '/certificate/upsert', body)).toEqual({
      status: 403,
      body: { detail: 'Forbidden' },
    });
  }
  const admin = await rest.as(organization, 'admin');
  expect(await admin('GET', '/certificate/upsert')).toMatchObject({ status: 405 });
});
