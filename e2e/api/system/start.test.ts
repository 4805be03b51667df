import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ScannerClient } from '@/test/scanner-client';
import { sendHttp } from '../harness/http';
import { OwnServer } from '../harness/own-server';
import { fixture } from '../harness/payloads';
import { freePort } from '../harness/server-process';

describe('a wrong configuration', { timeout: 60_000 }, () => {
  it('stops the start with a message that names every wrong variable, and shows no secret', async () => {
    const own = await OwnServer.create();
    const cases: [Record<string, string>, string[]][] = [
      [{ AUTH_SECRET: 'short-secret' }, ['AUTH_SECRET']],
      [{ MAX_SCAN_BYTES: 'many', PUBLIC_URL: 'nowhere' }, ['MAX_SCAN_BYTES', 'PUBLIC_URL']],
      [{ ADMIN_EMAIL: 'ada@example.com' }, ['ADMIN_PASSWORD']],
      [{ BOOTSTRAP_API_KEY: 'evt_secret' }, ['BOOTSTRAP_API_KEY']],
      [{ DATABASE_URL: 'mysql://user:hidden@host/db' }, ['DATABASE_URL']],
      [{ DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/db' }, ['AUTH_SECRET']],
    ];
    for (const [env, names] of cases) {
      const before = await readFile(join(own.dataDir, 'server.log'), 'utf8').catch(() => '');
      const server = await own.launch(env);
      expect(await server.ended()).toBe(1);
      const log = (await server.log()).slice(before.length);
      for (const name of names) expect(log).toContain(`${name}: wants`);
      expect(log).not.toMatch(/hidden|short-secret|evt_secret|\.js:\d|\.ts:\d/);
    }
  });
});

describe('a second process', { timeout: 60_000 }, () => {
  it('on the same DATA_DIR is refused, and the first goes on', async () => {
    const own = await OwnServer.create();
    const first = await own.start();
    const second = await own.launch();
    expect(await second.ended()).toBe(1);
    expect(await second.log()).toMatch(/Another instance .* is using the database/);
    expect((await sendHttp(first.origin, { method: 'GET', target: '/healthz' })).status).toBe(200);
    await first.stop();
  });
});

describe('a first start', { timeout: 60_000 }, () => {
  it('prints one link for the first account, and the page behind it answers', async () => {
    const own = await OwnServer.create();
    const server = await own.start();
    const [link] = /http:\/\/localhost:\d+\/set-up\?token=[\w-]{43}/.exec(await server.log()) ?? [];
    const { pathname, search } = new URL(link ?? '');
    const page = await sendHttp(server.origin, { method: 'GET', target: pathname + search });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
  });

  it('ends in order when asked to', async () => {
    const own = await OwnServer.create();
    const server = await own.start();
    const postgresPid = await own.postgresPid();
    await server.stop('SIGTERM');
    expect(await server.ended()).toBe(0);
    // Whoever inherits the ended process may take a moment to collect it.
    await expect.poll(() => isRunning(postgresPid), { timeout: 10_000 }).toBe(false);
  });
});

/** Tells whether somebody listens there. */
async function isListenedAt(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe("the scanner's TLS listener", { timeout: 60_000 }, () => {
  // Only there is all of 127.0.0.0/8 this machine.
  it.runIf(process.platform === 'linux')('has an address of its own where one is set', async () => {
    const tlsPort = await freePort();
    const own = await OwnServer.create({
      ...{ SCANNER_TLS_PORT: String(tlsPort), SCANNER_TLS_HOST: '127.0.0.2' },
    });
    const server = await own.start();
    const { hostname, port } = new URL(server.origin);
    expect(await isListenedAt('127.0.0.2', tlsPort)).toBe(true);
    expect(await isListenedAt(hostname, tlsPort)).toBe(false);
    expect(await isListenedAt('127.0.0.2', Number(port))).toBe(false);
  });

  it('serves scanners that trust its CA alone, by host name', async () => {
    const tlsPort = await freePort();
    const own = await OwnServer.create({ SCANNER_TLS_PORT: String(tlsPort) });
    const server = await own.start();
    const { text: ca } = await sendHttp(server.origin, {
      method: 'GET',
      target: '/scanner-ca.pem',
    });
    const body = fixture('captured/v2-current-image').toString();
    const headers = { authorization: `ApiKey ${own.key}`, 'content-type': 'application/json' };

    const scanner = new ScannerClient(tlsPort, ca, headers);
    for (const host of ['api.xeol.io', 'engine.xeol.io']) {
      expect(await scanner.call(host, '/v2/policy')).toMatchObject({ status: 200, body: '[]' });
      expect(await scanner.call(host, '/v2/scan', 'PUT', body)).toMatchObject({ status: 200 });
      expect(await scanner.call(host, '/certificate')).toMatchObject({ status: 404 });
    }
    await expect(scanner.call('localhost', '/v2/policy')).rejects.toThrow();
    scanner.close();
    const stranger = new ScannerClient(tlsPort, undefined, headers);
    await expect(stranger.call('api.xeol.io', '/v2/policy')).rejects.toThrow();
    stranger.close();
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
