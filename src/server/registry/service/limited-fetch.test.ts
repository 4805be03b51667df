import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deprecatedVersion } from '@/domain/registry/testing/documents';
import { systemDelay } from '@/server/platform/delay';
import { manualDelay } from '@/test/time';
import { startRegistryServer, type RegistryServer, type Route } from '@/test/registry-server';
import { createLimitedFetch, type Answer } from './limited-fetch';
import { below, readRegistryBase } from './base';
import { lookUpAt } from '@/server/registry/testing/local-source';

let registry: RegistryServer;
let other: RegistryServer;
beforeAll(async () => {
  [registry, other] = await Promise.all([startRegistryServer(), startRegistryServer()]);
});
beforeEach(() => {
  for (const { asked, routes } of [registry, other]) {
    asked.length = 0;
    routes.clear();
  }
});
afterAll(() => Promise.all([registry.close(), other.close()]));

const fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

function get(
  route?: Route,
  { configured = registry.url, delay = systemDelay, stopped = new AbortController().signal } = {},
): Promise<Answer | null> {
  if (route !== undefined) registry.routes.set('/x', route);
  const base = readRegistryBase(configured);
  const ask = createLimitedFetch({ base, fetch, delay, stopped });
  return ask(below(base.url, 'x'), 'application/json');
}

const redirectTo =
  (location: string): Route =>
  (_, response) =>
    response.writeHead(302, { location }).end('moved');

test('a document, and the absence of one', async () => {
  expect(await get('hello')).toEqual({ text: 'hello', lastModified: null });
  expect(await get((_, response) => response.writeHead(404).end())).toBeNull();
  expect(await get((_, response) => response.writeHead(410).end())).toBeNull();
});

test.each([
  ['Tue, 11 Oct 2022 10:00:00 GMT', new Date('2022-10-11T10:00:00Z')],
  ['Thu, 01 Jan 10000 00:00:00 GMT', null],
  ['soon', null],
])('was last modified at a time of the calendar, or nobody knows: %s', async (said, known) => {
  const route: Route = (_, response) =>
    response.writeHead(200, { 'last-modified': said }).end('{}');
  expect((await get(route))?.lastModified).toEqual(known);
});

test.each([401, 403, 429, 500, 503])('status %i is no answer', async (status) => {
  const route: Route = (_, response) => response.writeHead(status).end('{}');
  await expect(get(route)).rejects.toMatchObject({ kind: 'status', concernsRegistry: true });
});

describe('a server that does not come to an end', () => {
  test.each<[string, Route]>([
    ['before it answers', () => undefined],
    [
      'within its answer',
      (_, response) => {
        response.writeHead(200);
        response.write('{"versi');
      },
    ],
  ])('%s', async (_, route) => {
    const time = manualDelay();
    const asked = get(route, { delay: time.delay });
    const failed = expect(asked).rejects.toMatchObject({ kind: 'timeout' });
    await expect.poll(() => registry.asked.length).toBe(1);
    time.pass(5000);
    await failed;
  });

  test('is left when the process ends', async () => {
    const stopping = new AbortController();
    const asked = get(() => undefined, { stopped: stopping.signal });
    const failed = expect(asked).rejects.toMatchObject({ kind: 'unreachable' });
    await expect.poll(() => registry.asked.length).toBe(1);
    stopping.abort();
    await failed;
  });
});

test.each<[string, Route]>([
  ['resets', (request) => request.socket.destroy()],
  [
    'breaks off',
    ({ socket }, response) => {
      response.writeHead(200, { 'content-length': 9 }).write('x', () => socket.destroy());
    },
  ],
  ['speaks no HTTP', (request) => request.socket.end('SSH-2.0-x\r\n')],
])('a server that %s', async (_, route) => {
  await expect(get(route)).rejects.toMatchObject({ kind: 'unreachable', message: 'unreachable' });
});

test('a server that is not there', async () => {
  const asked = get(undefined, { configured: 'http://user:word@127.0.0.1:1' });
  await expect(asked).rejects.toMatchObject({ kind: 'unreachable', message: 'unreachable' });
});

test('a body that is too large is left, packed or not', async () => {
  const endless: Route = (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  };
  await expect(get(endless)).rejects.toMatchObject({ kind: 'too_large' });
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const packed: Route = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  await expect(get(packed)).rejects.toMatchObject({ kind: 'too_large' });
});

test('the largest body is read', async () => {
  const text = 'x'.repeat(8 * 1024 * 1024);
  expect((await get(text))?.text).toHaveLength(text.length);
});

describe('redirects', () => {
  test('are followed within the server', async () => {
    registry.routes.set('/y', 'hello');
    expect((await get(redirectTo('/y')))?.text).toBe('hello');
  });

  test('that go round are left', async () => {
    await expect(get(redirectTo('/x'))).rejects.toMatchObject({ kind: 'redirect' });
    expect(registry.asked).toHaveLength(4);
  });

  test('to another server are refused, and it hears nothing', async () => {
    other.routes.set('/x', 'hello');
    for (const location of [
      `${other.url}/x`,
      `//${new URL(other.url).host}/x`,
      'file:///etc/passwd',
      'data:,x',
      'http://[',
    ])
      await expect(get(redirectTo(location)), location).rejects.toMatchObject({ kind: 'redirect' });
    expect(other.asked).toEqual([]);
  });
});

test('credentials of the configured address go into a header, and nowhere else', async () => {
  const seen: (string | undefined)[] = [];
  const route: Route = (request, response) => {
    seen.push(request.headers.authorization);
    response.end('hello');
  };
  await get(route, { configured: registry.url.replace('//', '//us%40er:w%3Ard@') });
  await get(route);
  expect(seen).toEqual([`Basic ${Buffer.from('us@er:w:rd').toString('base64')}`, undefined]);
  expect(registry.asked).toEqual(['/x', '/x']);
});

test.each(['..', '.', '', 'a/../b', '/a'])('no address is made of the segment %j', (segment) => {
  expect(() => below(new URL('https://registry.example/npm/'), segment)).toThrow('segment');
});

test.each([
  ['%2e%2e', '/npm/%252e%252e'],
  ['..%2f..', '/npm/..%252f..'],
  ['a?b#c', '/npm/a%3Fb%23c'],
  ['a\\..\\b', '/npm/a%5C..%5Cb'],
])('a segment stays one: %s', (segment, path) => {
  expect(below(new URL('https://registry.example/npm'), segment).pathname).toBe(path);
});

test.each(['garbage', '[]', 'null', '{"version":3}', '{"error":"no"}', '{"version":"1"', '"x"'])(
  'garbage is no answer, and is not quoted: %s',
  async (text) => {
    registry.routes.set('/x/1.0.0', text);
    const component = { ecosystem: 'npm', namespace: null, name: 'x', version: '1.0.0' };
    await expect(lookUpAt(registry.url, component)).rejects.toMatchObject({
      name: 'UnreadableAnswer',
      message: expect.not.stringContaining('garbage'),
    });
  },
);

test('fields of another kind are named by their place', async () => {
  registry.routes.set('/x/1.0.0', { ...deprecatedVersion, deprecated: { secret: 1 } });
  const component = { ecosystem: 'npm', namespace: null, name: 'x', version: '1.0.0' };
  await expect(lookUpAt(registry.url, component)).rejects.toThrow('another shape at: deprecated');
});
