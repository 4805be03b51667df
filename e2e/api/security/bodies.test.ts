import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { Browser, makeMember } from '../harness/browser';
import { sendHttp } from '../harness/http';
import { clientOf, mounts } from '../harness/mounts';
import { OwnServer } from '../harness/own-server';
import { imageScan } from '../harness/payloads';
import { makeTenant } from '../harness/tenants';

const madeSchema = z.object({ key: z.string() });
const { node } = inject('startedServers');
const PAGES = ['/', '/sign-in', '/images', '/catalog/node.js', '/set-up', '/nothing', '/a.b'];

/** A request that announces a body, of which `sent` is sent; what comes back is the text of the answer. */
async function heldRequest(
  socket: Socket,
  head: readonly string[],
  sent: Buffer,
  untilMs = 5_000,
): Promise<string> {
  let answer = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(sent);
  for (let waitedMs = 0; waitedMs < untilMs && !answer.includes('\r\n\r\n'); waitedMs += 20) {
    await sleep(20);
  }
  socket.destroy();
  return answer;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

function held(
  origin: string,
  target: string,
  further: readonly string[] = [],
  length = 10_000_000,
) {
  const { hostname, port, host } = new URL(origin);
  const head = [`POST ${target} HTTP/1.1`, `host: ${host}`, `content-length: ${String(length)}`];
  return heldRequest(connect(Number(port), hostname), [...head, ...further], Buffer.alloc(100_000));
}

describe.each(mounts)('a body on the $name mount', (mount) => {
  const client = clientOf(mount);

  it('is not waited for where pages are, which are only read', async () => {
    for (const target of PAGES) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await sendHttp(mount.origin, { method, target, body: 'x' });
        expect([method, target, answer.status]).toEqual([method, target, 405]);
        expect(answer.headers.allow).toBe('GET, HEAD');
      }
      // A server that Next runs by itself takes in the body first.
      if (mount.name === 'next') continue;
      expect([target, statusOf(await held(mount.origin, target))]).toEqual([target, 405]);
    }
  });

  it('is not waited for from somebody unknown', async () => {
    const json = ['content-type: application/json'];
    for (const [target, status] of [
      ['/api/images', 401],
      ['/v2/nothing', 404],
      ['/api/nothing', 404],
      ['/api/trpc/account.requestReset', 413],
      ['/api/trpc/image.list', 413],
      ['/api/auth/callback/credentials', 413],
      ['/export/images.csv', 405],
      ['/xeol/databases/listing.json', 405],
    ] as const) {
      expect([target, statusOf(await held(mount.origin, target, json))]).toEqual([target, status]);
    }
    const form = ['content-type: application/x-www-form-urlencoded'];
    expect(statusOf(await held(mount.origin, '/api/auth/signout', form))).toBe(413);
  });

  it('may be large for somebody known, up to what each route takes', async () => {
    const { keys, organizationId } = await makeTenant();
    const browser = new Browser(mount);
    await browser.signIn((await makeMember(organizationId)).email);
    const large = await browser.mutate('check.list', { text: 'x'.repeat(100_000) });
    expect(large.status).not.toBe(413);
    const upload = imageScan({ project: 'p', image: 'bodies:1' });
    const padded = { ...upload, Filler: 'x'.repeat(9_000_000) };
    expect((await client.withKey(keys.scanner).put('/v2/scan', padded)).status).toBe(200);
    const key = [`x-api-key: ${keys.viewer}`, 'content-type: application/json'];
    expect(statusOf(await held(mount.origin, '/api/images', key))).toBe(413);
  });
});

it('what an unknown scanner sends is not waited for over TLS either', async () => {
  const head = ['PUT /v2/scan HTTP/1.1', 'host: api.xeol.io', 'content-length: 10000000'];
  const socket = connectTls({
    host: '127.0.0.1',
    port: node.tlsPort,
    servername: 'api.xeol.io',
    rejectUnauthorized: false,
  });
  const answer = await heldRequest(
    socket,
    [...head, 'upgrade: h2c', 'connection: upgrade'],
    Buffer.alloc(1_000),
  );
  expect(statusOf(answer)).toBe(401);
});

describe('uploads that are held', { timeout: 120_000 }, () => {
  it('wait beyond their key’s share, are refused with 503, and stand in nobody else’s way', async () => {
    const own = await OwnServer.create({
      MAX_SCAN_BYTES: '4000000',
      UPLOAD_BUDGET_BYTES: '16000000',
    });
    const { origin } = await own.start();
    const { hostname, port, host } = new URL(origin);
    const open = (key: string) => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      socket.write(
        `PUT /v2/scan HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 4000000\r\n\r\n{"Matches":[`,
      );
      return { socket, answer: () => answer };
    };
    const first = open(own.key);
    await sleep(200);
    const others = Array.from({ length: 70 }, () => open(own.key));
    const refused = () => others.filter(({ answer }) => statusOf(answer()) === 503).length;
    // More of one key than may wait are refused at once.
    await expect.poll(refused, { timeout: 9_000 }).toBeGreaterThanOrEqual(70 - 64);
    const made = await own.api.post('/api_key', { name: 'other', role: 'scanner' });
    const { key } = madeSchema.parse(made.json);
    const scanOf = (image: string) => ({
      ...imageScan({ project: 'p', image }),
      Filler: 'x'.repeat(100_000),
    });
    expect((await own.api.withKey(key).put('/v2/scan', scanOf('i:1'))).status).toBe(200);
    await expect.poll(refused, { timeout: 30_000 }).toBe(70);
    expect(others.at(-1)?.answer()).toMatch(/retry-after: \d+/i);
    expect(first.answer()).toBe('');
    for (const { socket } of [first, ...others]) socket.destroy();
    expect((await own.api.put('/v2/scan', scanOf('i:2'))).status).toBe(200);
  });
});
