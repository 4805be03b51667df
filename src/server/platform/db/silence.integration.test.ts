import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withSession } from '@/server/backup/repository/session';
import { createLogger } from '@/server/platform/log';
import { createTestDatabase } from '@/test/database';
import { openDatabase } from './db';
import { startEmbeddedPostgres } from './embedded/embedded';
import { tryInstanceLock } from './embedded/instance-lock';
import { migrateForApp } from './migrate-for-app';
import { Positions } from './replicas/positions';
import { Replica } from './replicas/replica';

/** What PostgreSQL says to who needs no password: come in, and ask. */
const COME_IN = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

const logger = createLogger('silent');
/** Takes connections, lets in whoever is to be let in, and says nothing more. */
let mute: Server;
let letsIn: boolean;
let asked: PromiseWithResolvers<void>;
const sockets = new Set<Socket>();
let connection: { readonly host: string; readonly port: number };

beforeEach(async () => {
  letsIn = false;
  asked = Promise.withResolvers();
  mute = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (letsIn) socket.write(COME_IN);
      socket.on('data', () => {
        asked.resolve();
      });
    });
  });
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  const { port } = mute.address() as AddressInfo; // it listens on a port
  connection = { host: '127.0.0.1', port };
});
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  mute.close();
});

/** The ports at whose connections the system is told to ask whether the other side is there, and after how long. */
function keptAlive(): (readonly [port: number | undefined, ms: number | undefined])[] {
  const told: (readonly [number | undefined, number | undefined])[] = [];
  const spy = vi.spyOn(Socket.prototype, 'setKeepAlive').mockImplementation(function (
    this: Socket,
    ...[, ms]
  ) {
    told.push([this.remotePort, ms]);
    return this;
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return told;
}

const hastenTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

test('a backup does not wait for ever for a server that lets nobody in, and has the system ask', async () => {
  hastenTime();
  const told = keptAlive();
  const arrived = once(mute, 'connection');
  const failed = expect(withSession(connection, () => Promise.resolve())).rejects.toThrow(
    'timeout expired',
  );
  await arrived;
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
  expect(told).toEqual([[connection.port, 10_000]]);
});

test('nor for one that says nothing after that', async () => {
  hastenTime();
  letsIn = true;
  const failed = expect(withSession(connection, () => Promise.resolve())).rejects.toThrow(
    'Query read timeout',
  );
  await asked.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
});

test.each([false, true])('nor does a start wait so to migrate', async (isLetIn) => {
  const address = await createTestDatabase();
  onTestFinished(() => address.drop());
  const app = openDatabase({ connection: { connectionString: address.connectionString }, logger });
  onTestFinished(() => app.close());
  hastenTime();
  letsIn = isLetIn;
  const told = keptAlive();
  const arrived = once(mute, 'connection');
  const failed = expect(migrateForApp({ app, owner: connection, logger })).rejects.toThrow(
    /timeout/,
  );
  await (isLetIn ? asked.promise : arrived);
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
  expect(told).toContainEqual([connection.port, 10_000]);
});

test('nor does one wait so for the lock on the embedded server', async () => {
  hastenTime();
  letsIn = true;
  const failed = expect(tryInstanceLock(connection, '')).rejects.toThrow('Query read timeout');
  await asked.promise;
  await vi.advanceTimersByTimeAsync(5_000);
  await failed;
});

// Whose children a process has is found as Linux tells it.
test.runIf(process.platform === 'linux')(
  'an embedded server that no signal moves does not keep the process from ending',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'eventide-stuck-'));
    // As root, PostgreSQL runs as another user, who has to pass through this folder.
    await chmod(dataDir, 0o755);
    const server = await startEmbeddedPostgres({ dataDir, logger, durable: false });
    const { pid } = server;
    const children = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
    const pids = [pid, ...children.trim().split(' ').map(Number)];
    onTestFinished(async () => {
      for (const one of pids) process.kill(one, 'SIGKILL');
      await rm(dataDir, { recursive: true, maxRetries: 5 });
    });
    for (const one of pids) process.kill(one, 'SIGSTOP');
    vi.useFakeTimers({ toFake: ['Date'] });
    const stopping = server.stop();
    // Until it has looked at the clock for how long to wait.
    await sleep(100);
    vi.setSystemTime(Date.now() + 60_000);
    await stopping;
  },
);

test('a replica that lets in and says nothing is left to the primary in time', async () => {
  letsIn = true;
  const replica = new Replica({
    ...{ place: 1, connection, poolSize: 1, maxLagMs: 1, types: pg.types, logger },
    positions: new Positions(1, () => undefined),
    identity: () => ({ cluster: '', database: '', schema: null }),
    askPosition: () => Promise.resolve(0),
  });
  onTestFinished(() => replica.close());
  const wanted = Promise.resolve({ needed: 0, current: 0 });
  expect(await replica.lend(wanted, 0)).toBe('failed');
});
