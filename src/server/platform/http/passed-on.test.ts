import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '@/server/platform/log';
import { requests, type RequestEvent } from '@/server/platform/signals';
import { REMOTE_ADDRESS_HEADER } from './mount';
import { noteRequest } from './passed-on';

let port: number;
let log = '';
let answer: (response: ServerResponse) => void;
let measured: RequestEvent[] = [];
const here = new AsyncLocalStorage<string>();
/** Where each line was written. */
const places: (string | undefined)[] = [];

const logger = createLogger('info', {
  write: (line) => {
    log += line;
    places.push(here.getStore());
  },
});
const server = createServer((request, response) => {
  request.headers[REMOTE_ADDRESS_HEADER] = '192.0.2.7';
  here.run('in the trace', () => {
    const pathname = request.url?.split('?')[0] ?? '';
    noteRequest(logger, request, response, { pathname, route: 'page' });
  });
  answer(response);
});
const stop = requests.hear((event) => measured.push(event));

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port; // it listens on a port
});
afterAll(() => {
  stop();
  server.close();
});
beforeEach(() => {
  log = '';
  places.length = 0;
  measured = [];
});

/** Asks, and gives the id that the answer says. */
async function get(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answered = await fetch(`http://127.0.0.1:${String(port)}${path}`, { headers });
  await answered.text();
  await expect.poll(() => log).not.toBe('');
  return answered.headers.get('x-request-id');
}

test('leaves one line and one measurement once it is answered, with the id that the answer says', async () => {
  answer = (response) => response.writeHead(404).end('no');
  const requestId = await get('/images?token=hunter2');
  expect(requestId).toMatch(/^[\w-]{36}$/);
  expect(JSON.parse(log)).toEqual({
    ...{ level: 'info', time: expect.any(String), msg: expect.any(String), event: 'request' },
    ...{ requestId, method: 'GET', path: '/images', route: 'page', status: 404 },
    ...{ remoteAddress: '192.0.2.7', durationMs: expect.any(Number) },
  });
  expect(places).toEqual(['in the trace']);
  expect(measured).toEqual([
    { method: 'GET', route: 'page', status: 404, seconds: expect.any(Number) },
  ]);
});

test('takes the id of its caller where a log can hold it, and tells no token of its address', async () => {
  answer = (response) => response.end('yes');
  expect(await get('/reset-password/hunter2', { 'x-request-id': 'number-one' })).toBe('number-one');
  expect(JSON.parse(log)).toMatchObject({ requestId: 'number-one', path: '/reset-password/…' });
  log = '';
  expect(await get('/', { 'x-request-id': 'a b' })).not.toBe('a b');
});

test('that nobody waits for any more is not told as answered', async () => {
  const asking = ask({ port, host: '127.0.0.1', path: '/images' });
  asking.on('error', () => undefined).end();
  answer = () => asking.destroy();
  await expect.poll(() => log).not.toBe('');
  expect(JSON.parse(log)).toMatchObject({ event: 'request broken off', path: '/images' });
  expect(JSON.parse(log)).not.toHaveProperty('status');
  expect(measured).toEqual([]);
});
