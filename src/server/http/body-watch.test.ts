import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '@/server/logger';
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

/** A connection that has sent the head of an upload of 64 MiB and `bytes` of it. */
async function upload(bytes: number): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined);
  const head = ['PUT /v2/scan HTTP/1.1', 'host: localhost', 'content-length: 67108864', '', ''];
  socket.write(head.join('\r\n'));
  await expect.poll(() => arrived.length).toBe(1);
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
    expect(JSON.parse(log)).toMatchObject({ event: 'request cut', method: 'PUT' });
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

  it('is cut when it does not mind', async () => {
    handle = refuses;
    const { socket, answer } = await upload(0);
    await expect.poll(answer).toContain('no');
    socket.write(Buffer.alloc(5_000_000));
    await expect.poll(() => arrived[0]?.socket.bytesRead).toBeGreaterThan(4_300_000);
    pass(1_000);
    await expect.poll(() => socket.destroyed).toBe(true);
  });
});
