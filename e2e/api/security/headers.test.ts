import { readdirSync } from 'node:fs';
import { connect as connectTls } from 'node:tls';
import { describe, expect, inject, it } from 'vitest';
import { sendHttp, type SentRequest } from '../harness/http';
import { mounts } from '../harness/mounts';
import { OwnServer } from '../harness/own-server';
import { freePort } from '../harness/server-process';

const { node } = inject('startedServers');

/** Whatever is asked, from the pages to what is no path of anything. */
const TARGETS = [
  '/sign-in',
  '/images',
  '/catalog/node.js',
  '/invitations/a.b',
  '/nothing',
  '/no.such.page',
  '/robots.txt',
  '/icon.svg',
  '/scanner-ca.pem',
  '/certificates',
  '/healthzz',
  '/eol/nothing',
  '/xeol/nothing',
  '/API/nothing',
  '/_next/nothing',
  '/_next/static/nothing.js',
  '/healthz',
  '/api/healthz',
  '/api/openapi.json',
  '/api/nothing',
  '/v2/policy',
  '/api/trpc/session.current',
  '/api/auth/csrf',
  '/api/auth/nothing',
  '/export/images.csv',
  '/export/nothing',
  '/xeol/databases/listing.json',
  '/xeol/databases/nothing.tar.gz',
  '/feeds/evf_nothing/calendar.ics',
  '/feeds/evf_nothing/nothing',
] as const;

/** Targets that decode to nothing, to something else, or to text that has made some server fail. */
const ODD_TARGETS = [
  '/images/%zz',
  '/images/%',
  '/%c0%80',
  '/%00',
  '/images/%00',
  '/catalog/a%00b',
  '/reset-password/%e2%82',
  '/api/%zz',
  '/api/images/%zz',
  '/v2/%zz',
  '/export/%zz',
  '/export/images/%zz/software.csv',
  '/xeol/databases/%zz',
  '/feeds',
  '/feeds/%zz/feed.atom',
  '/feeds/x/endoflife/%zz.json',
  '/api/trpc/%zz',
  '/api/auth/%zz',
  '/healthz%zz',
  '/_next/static/%zz',
  '/_next/image',
  '/_next/image?url=%2Ficon.svg&w=64&q=75',
  '/_next/image?url=http%3A%2F%2F127.0.0.1%2F&w=64&q=75',
  '/_next/data/x/sign-in.json',
  '/sign-in?_rsc=%zz',
  '/images?page=%zz',
  '//',
  '//evil.example/x',
  '/\\evil.example',
  '/./..//images',
  `/images/${'a'.repeat(4_000)}`,
  `/${'a/'.repeat(5_000)}`,
  '/images/[imageTagId]',
  '/(dashboard)/images',
  '/images;a=b',
  '/images/%2e%2e/%2e%2e/etc/passwd',
  '/images/..%2f..%2fetc',
  '/sign-in#x',
  '/?',
] as const;

const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { rsc: '1' },
  { rsc: '1', 'next-router-state-tree': '%zz' },
  { rsc: '1', 'next-router-state-tree': encodeURIComponent('["",{}') },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { 'next-action': 'a'.repeat(40) },
  { 'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy' },
  { 'x-middleware-rewrite': '/nothing', 'x-middleware-next': '1' },
  { 'x-nextjs-data': '1' },
  { 'x-matched-path': '/nothing', 'x-invoke-path': '/nothing', 'x-invoke-status': '500' },
  { 'x-prerender-revalidate': 'x', 'x-now-route-matches': '1=%zz' },
  { cookie: '__prerender_bypass=x; next-auth.session-token=%zz; theme=%zz; =; a' },
  { cookie: `next-auth.session-token=${'a'.repeat(8_000)}` },
  { cookie: 'next-auth.callback-url=%zz; next-auth.csrf-token=%zz%7C' },
  { accept: '\u00ff/x;q=zz', 'accept-language': '-,;', 'accept-encoding': 'x' },
  { range: 'bytes=9-1', 'if-none-match': '"', 'if-modified-since': 'x' },
  { host: 'a b' },
  { host: '' },
  { 'x-forwarded-host': '%zz', 'x-forwarded-proto': 'x y' },
  { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings', 'http2-settings': 'AAMAAABk' },
  { 'content-type': '%zz', 'content-length': '0' },
];

describe.each(mounts)('every answer of the $name mount', (mount) => {
  it('leaves its connection open for longer than the 60 s of usual load balancers', async () => {
    for (const target of ['/healthz', '/sign-in', '/api/openapi.json']) {
      const { headers } = await sendHttp(mount.origin, { method: 'GET', target });
      expect([target, headers['keep-alive']]).toEqual([target, 'timeout=75']);
    }
  });

  it('forbids to guess its type and to frame it, and a page has the policy of pages', async () => {
    for (const target of TARGETS) {
      const { headers, status } = await sendHttp(mount.origin, {
        ...{ method: 'GET', target, headers: { origin: 'https://elsewhere.example' } },
      });
      // Feeds alone are read by pages of others: their address is all that they ask for.
      expect([target, headers['access-control-allow-origin']]).toEqual([
        target,
        target.startsWith('/feeds/') ? '*' : undefined,
      ]);
      expect([target, headers['x-content-type-options']]).toEqual([target, 'nosniff']);
      expect([target, headers['referrer-policy']]).toEqual([
        target,
        expect.stringMatching(/^(?:same-origin|no-referrer)$/),
      ]);
      const policy = String(headers['content-security-policy']);
      expect([target, policy]).toEqual([target, expect.stringContaining("frame-ancestors 'none'")]);
      const isPage = String(headers['content-type']).startsWith('text/html');
      if (isPage && !target.startsWith('/_next/')) {
        expect([target, status, policy]).toEqual([
          target,
          status,
          expect.stringMatching(/^default-src 'self'; [^,]*nonce-[^,]*$/),
        ]);
      }
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });
});

/** Where files lie, in the build as in what is served of it. */
const FOLDERS = ['/_next', '/_next/static', '/_next/static/chunks', '/cli', '/dist', '/public'];

it('no folder lists what is in it', async () => {
  const files = readdirSync('.next/static/chunks').filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(10);
  for (const { origin } of mounts) {
    for (const target of FOLDERS.flatMap((folder) => [folder, `${folder}/`])) {
      const { status, text } = await sendHttp(origin, { method: 'GET', target });
      // Who is not signed in is asked to, of whatever is no file.
      expect([origin, target, status]).not.toEqual([origin, target, 200]);
      expect(text).not.toMatch(/index of|eventide\.mjs/i);
    }
    const docs = await sendHttp(origin, { method: 'GET', target: '/docs/' });
    expect([docs.status, docs.headers['content-type'], docs.text]).toEqual([
      200,
      expect.stringContaining('text/html'),
      expect.not.stringMatching(/index of|\.mdx/i),
    ]);
  }
});

it('nothing that is asked is a fault of the service', { timeout: 300_000 }, async () => {
  const faults: unknown[] = [];
  const ask = async (sent: SentRequest) => {
    const answer = await sendHttp(node.origin, sent).catch((error: unknown) => ({
      status: String(error),
    }));
    // 503 comes of the database alone.
    if (typeof answer.status === 'string' || answer.status >= 500) {
      faults.push([sent.method, sent.target.slice(0, 80), sent.headers, answer.status]);
    }
  };
  for (const target of ODD_TARGETS) {
    for (const method of ['GET', 'HEAD']) await ask({ method, target });
    await ask({ method: 'POST', target, headers: { 'content-type': 'text/plain' }, body: '{' });
  }
  for (const target of [
    '/sign-in',
    '/images',
    '/nothing',
    '/api/healthz',
    '/export/images.csv',
    '/api/auth/session',
    '/api/auth/csrf',
    '/api/trpc/session.current',
  ]) {
    for (const headers of ODD_HEADERS) {
      await ask({ method: 'GET', target, headers });
      const type = { 'content-type': 'multipart/form-data; boundary=x' };
      await ask({ method: 'POST', target, headers: { ...type, ...headers }, body: '--x--' });
    }
  }
  expect(faults).toEqual([]);
});

it('an offer of another protocol is ignored, also once pages were served', async () => {
  const { origin } = node;
  const headers = { connection: 'Upgrade, HTTP2-Settings', 'http2-settings': 'AAMAAABk' };
  await sendHttp(origin, { method: 'GET', target: '/sign-in' });
  for (const upgrade of ['h2c', 'websocket', 'TLS/1.2', 'nonsense']) {
    for (const target of ['/healthz', '/sign-in', '/_next/hmr', '/api/trpc/session.current']) {
      const answer = await sendHttp(origin, {
        method: 'GET',
        target,
        headers: { ...headers, upgrade },
      });
      expect([upgrade, target, answer.status]).not.toContain(101);
      expect(answer.status).toBeGreaterThanOrEqual(200);
    }
  }
});

it('names the proxy’s client on the plain port alone: scanners’ TLS is reached directly', async () => {
  const own = await OwnServer.create({ TRUST_PROXY: 'true' });
  const tlsPort = await freePort();
  const server = await (await own.launch({ SCANNER_TLS_PORT: String(tlsPort) })).ready();
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  const plain = { method: 'GET', target: '/api/v2/policy', headers: forwarded };
  expect((await sendHttp(server.origin, plain)).status).toBe(401);
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false });
    let answer = '';
    socket
      .on('error', reject)
      .on('data', (chunk: Buffer) => (answer += chunk.toString()))
      .on('end', () => resolve(answer));
    socket.write(
      'GET /v2/policy HTTP/1.1\r\nhost: api.xeol.io\r\nx-forwarded-for: 203.0.113.10\r\nconnection: close\r\n\r\n',
    );
  });
  expect(text).toMatch(/^HTTP\/1\.1 401/);
  expect(text).toMatch(/x-content-type-options: nosniff/i);
  const log = await server.log();
  expect(log).toContain('203.0.113.9"');
  expect(log).not.toContain('203.0.113.10');
});

it('says to stay with https where that is the service’s address, and takes no cookie of http', async () => {
  const own = await OwnServer.create({ PUBLIC_URL: 'https://eol.example.com' });
  const { origin } = await own.start();
  for (const target of ['/sign-in', '/nothing.js', '/api/healthz', '/export/images.csv']) {
    const { headers } = await sendHttp(origin, { method: 'GET', target });
    expect([target, headers['strict-transport-security']]).toEqual([target, 'max-age=31536000']);
  }
});
