import { NextRequest } from 'next/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { createNextAuthHandler } from './handler';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

function post(
  path: string,
  headers: Record<string, string>,
  body = 'json=true',
): Promise<Response> {
  const request = new NextRequest(`http://localhost:3000/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  return createNextAuthHandler(testDeps(db))(request, {
    params: Promise.resolve({ nextauth: path.split('/') }),
  });
}

describe("next-auth's endpoints", () => {
  it('are those that are used', async () => {
    expect((await post('_log', {})).status).toBe(404);
    expect((await post('verify-request', {})).status).toBe(404);
  });

  it('take a password by POST alone', async () => {
    const request = new NextRequest('http://localhost:3000/api/auth/callback/credentials');
    const params = Promise.resolve({ nextauth: ['callback', 'credentials'] });
    const answer = await createNextAuthHandler(testDeps(db))(request, { params });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('take no form from another site', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      expect((await post('callback/credentials', headers)).status).toBe(403);
      expect((await post('signout', headers)).status).toBe(403);
    }
  });

  it('tell of a failure by its code, and by nothing in the path', async () => {
    const request = new NextRequest('http://localhost:3000/api/auth/error/%00');
    const params = Promise.resolve({ nextauth: ['error', '\0'] });
    expect((await createNextAuthHandler(testDeps(db))(request, { params })).status).toBe(404);
  });

  it('take no body that is larger than a form', async () => {
    const answer = await post('callback/credentials', {}, `password=${'x'.repeat(20_000)}`);
    expect(answer.status).toBe(413);
  });

  it('take no JSON that is not a form of texts', async () => {
    const statusOf = async (body: string, type = 'application/json; charset=utf-8', more = {}) =>
      (await post('callback/credentials', { 'content-type': type, ...more }, body)).status;
    const refused = ['json=true', '{"json"', 'null', '[]', '7', '{"callbackUrl":{"startsWith":1}}'];
    for (const body of refused) expect(await statusOf(body), body).toBe(422);
    expect(await statusOf('json=true', 'text/plain; application/json')).toBe(415);
    expect(await statusOf('{}', 'application/json', { 'content-encoding': 'gzip' })).toBe(415);
    expect(await statusOf(JSON.stringify({ password: 'x'.repeat(20_000) }))).toBe(413);
  });

  it('lead back from nowhere but the ways in that there are', async () => {
    const oidc = {
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'eventide',
      OIDC_CLIENT_SECRET: 'secret',
    };
    const statusOf = async (env: Record<string, string>, path: string, method: string) => {
      const request = new NextRequest(`http://localhost:3000/api/auth/${path}`, { method });
      const nextauth = request.nextUrl.pathname.split('/').slice(3);
      const params = Promise.resolve({ nextauth });
      return (await createNextAuthHandler(testDeps(db, env))(request, { params })).status;
    };
    expect(await statusOf({}, 'callback/oidc', 'GET')).toBe(404);
    expect(await statusOf({}, 'callback/github', 'GET')).toBe(404);
    expect(await statusOf(oidc, 'callback/oidc', 'POST')).toBe(405);
    const withoutPasswords = { ...oidc, PASSWORD_LOGIN: 'off' };
    expect(await statusOf(withoutPasswords, 'callback/credentials', 'POST')).toBe(404);
    expect(await statusOf(oidc, 'callback/oidc?error=access_denied', 'GET')).toBe(302);
  });
});
