import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '@/server/platform/log';
import { BodyWatch } from './body-watch';

let server: Server;
let port: number;
let nowMs = 0;
let watch: BodyWatch;
let log = '';
let handle: (request: IncomingMessage, response: ServerResponse) => void;
let arrived: IncomingMessage[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    watch.add(request, response);
    arrived.push(request);
    handle(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port; // it listens on a port
});
afterAll(() => server.close());
beforeEach(() => {
  nowMs = 0;
  log = '';
  arrived = [];
  const logger = createLogger('info', { write: (line) => (log += line) });
  watch = new BodyWatch({ logger, now: () => nowMs });
});

const readsAll = (request: IncomingMessage) => void request.resume();

/** A connection, the `count`-th, that has sent the head of an upload of 64 MiB and `bytes` of it. */
async function upload(
  bytes: number,
  count = 1,
  length = 67_108_864,
): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined);
  const announced = `content-length: ${String(length)}`;
  socket.write(['PUT /v2/scan HTTP/1.1', 'host: localhost', announced, '', ''].join('\r\n'));
  await expect.poll(() => arrived.length).toBeGreaterThanOrEqual(count);
  if (bytes === 0) return { socket, answer: () => answer };
  socket.write(Buffer.alloc(bytes));
  await expect.poll(() => arrived[0]?.socket.bytesRead).toBeGreaterThanOrEqual(bytes);
  return { socket, answer: () => answer };
}

const pass = (ms: number) => {
  nowMs += ms;
  watch.tick();
};

describe('a body that is waited for', () => {
  it('is cut when nothing comes for half a minute, in one line of the log', async () => {
    handle = readsAll;
    const { socket } = await upload(1_000);
    pass(29_000);
    expect(socket.destroyed).toBe(false);
    pass(1_000);
    await expect.poll(() => socket.destroyed).toBe(true);
    expect(log.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(log)).toMatchObject({
      ...{ event: 'request cut', method: 'PUT', msg: expect.stringMatching(/too slowly/) },
    });
  });

  it('is cut when it trickles, and not when it is slow', async () => {
    handle = readsAll;
    const { socket } = await upload(300_000);
    for (let minute = 0; minute < 6; minute += 1) {
      pass(30_000);
      const before = arrived[0]?.socket.bytesRead ?? 0;
      socket.write(Buffer.alloc(250_000));
      await expect.poll(() => arrived[0]?.socket.bytesRead).toBe(before + 250_000);
    }
    expect(socket.destroyed).toBe(false);
    pass(30_000);
    socket.write(Buffer.alloc(2_000));
    await expect.poll(() => arrived[0]?.socket.bytesRead).toBeGreaterThan(1_802_000);
    pass(30_000);
    await expect.poll(() => socket.destroyed).toBe(true);
    // It tells of the whole request, not of its last half minute.
    expect(JSON.parse(log)).toMatchObject({ bytes: 1_802_000, lastedMs: 240_000 });
  });

  it('is not cut while it waits to be read', async () => {
    handle = () => undefined;
    const { socket } = await upload(10_000);
    for (let times = 0; times < 10; times += 1) pass(30_000);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });
});

describe('a body that goes on after the answer', () => {
  const refuses = (_: IncomingMessage, response: ServerResponse) => void response.end('no');

  it('is let pass for ten seconds, and nobody keeps it', async () => {
    const kept: Buffer[] = [];
    handle = (request, response) => {
      request.on('data', (chunk: Buffer) => kept.push(chunk));
      refuses(request, response);
    };
    const { socket, answer } = await upload(0);
    await expect.poll(answer).toContain('no');
    socket.write(Buffer.alloc(1_000_000));
    await expect.poll(() => arrived[0]?.socket.bytesRead).toBeGreaterThan(1_000_000);
    expect(kept).toEqual([]);
    pass(9_000);
    expect(socket.destroyed).toBe(false);
    pass(1_000);
    await expect.poll(() => socket.destroyed).toBe(true);
  });

  it('keeps nobody busy, over however many connections it comes', async () => {
    handle = refuses;
    const [first, ...others] = await Promise.all(
      Array.from({ length: 40 }, (_, index) => upload(0, index + 1)),
    );
    if (!first) throw new Error('no upload');
    const each = [first, ...others];
    await expect.poll(() => each.every(({ answer }) => answer().includes('no'))).toBe(true);
    const taken = () => arrived.reduce((sum, { socket }) => sum + socket.bytesRead, 0);
    const startedAtMs = performance.now();
    for (const { socket } of each) socket.write(Buffer.alloc(4_000_000));
    await setTimeout(500);
    const seconds = (performance.now() - startedAtMs) / 1_000;
    // 12.5 MiB a second, and what each connection has in hand.
    expect(taken()).toBeLessThan(seconds * 14_000_000 + 40 * 200_000);
    expect(taken()).toBeGreaterThan(2_000_000);
    // None of them is forgotten over the others.
    expect(Math.min(...arrived.map(({ socket }) => socket.bytesRead))).toBeGreaterThan(60_000);
    for (const { socket } of each) socket.destroy();
  });

  it('is no hindrance to the next request of the connection, once it has ended', async () => {
    handle = refuses;
    const { socket, answer } = await upload(0, 1, 300_000);
    await expect.poll(answer).toContain('no');
    socket.write(Buffer.alloc(300_000));
    await expect.poll(() => arrived[0]?.complete).toBe(true);
    socket.write('GET /next HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => arrived[1]?.url).toBe('/next');
    await expect.poll(() => answer().match(/HTTP\/1\.1 200/g)?.length).toBe(2);
    socket.destroy();
  });

  it('is cut when it does not mind', async () => {
    handle = refuses;
    const { socket, answer } = await upload(0);
    await expect.poll(answer).toContain('no');
    socket.write(Buffer.alloc(5_000_000));
    // Just past what is let pass: its own timer may cut it right there.
    await expect
      .poll(() => arrived[0]?.socket.bytesRead, { timeout: 10_000 })
      .toBeGreaterThan(4_195_000);
    pass(1_000);
    await expect.poll(() => socket.destroyed, { timeout: 10_000 }).toBe(true);
  });
});
