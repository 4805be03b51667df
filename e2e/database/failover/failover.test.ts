import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { generateApiKey } from '@/domain/api-key/api-key';
import { ApiClient } from '../../api/harness/api-client';
import { imageScan } from '../../api/harness/payloads';
import { allPages, type ProjectImage, type ScanAnswer } from '../../api/harness/reads';
import { commands, freePort, ServerProcess } from '../../api/harness/server-process';
import { startHaProxy } from '../haproxy';
import { type PostgresPair, type PostgresServer, startPair } from '../postgres-pair';
import { startRelay } from '../relay';

const MATCHES = 40;
const CLIENTS = 3;

const scanOf = (name: string) =>
  imageScan({
    project: 'failover',
    image: `failover:${name}`,
    matches: Array.from({ length: MATCHES }, (_, n) => ({
      product: `Product ${String(n)}`,
      cycle: '1',
    })),
  });

interface World {
  readonly pair: PostgresPair;
  readonly servers: readonly ServerProcess[];
  readonly apis: readonly ApiClient[];
}

async function startWorld(
  addressOf: (pair: PostgresPair, folder: string) => Promise<string> | string,
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-failover-'));
  await chmod(folder, 0o755);
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  onTestFinished(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  const pair = await startPair(folder);
  stops.push(() => pair.stop());
  let address = await addressOf(pair, folder);
  if (!address.includes('://')) address = `postgres://eventide@${address}/eventide`;
  const key = generateApiKey().text;
  const servers: ServerProcess[] = [];
  for (const name of ['one', 'two']) {
    const [port, dataDir] = [await freePort(), join(folder, name)];
    await mkdir(dataDir);
    const server = await ServerProcess.launch({
      args: commands.node(),
      port,
      logFile: join(dataDir, 'server.log'),
      env: {
        DATABASE_URL: address,
        DATA_DIR: dataDir,
        AUTH_SECRET: 'a secret for the tests of failing servers, for them',
        BOOTSTRAP_ORGANIZATION: 'Acme',
        BOOTSTRAP_API_KEY: key,
      },
    });
    stops.push(() => server.stop('SIGKILL'));
    servers.push(server);
  }
  await Promise.all(servers.map((server) => server.ready()));
  return { pair, servers, apis: servers.map(({ origin }) => new ApiClient(origin).withKey(key)) };
}

/** Uploads without an end, by several clients at each server. */
class Uploads {
  readonly accepted: ScanAnswer[] = [];
  /** Of each server: when it accepted one last, and how many it refused. */
  readonly lastAtMs: number[];
  readonly refused: number[];
  /** How long one waited for its answer, whatever that was. */
  longestMs = 0;
  private isOver = false;
  private readonly running: Promise<void>[];

  constructor(apis: readonly ApiClient[]) {
    this.lastAtMs = apis.map(() => -Infinity);
    this.refused = apis.map(() => 0);
    this.running = apis.flatMap((api, at) =>
      Array.from({ length: CLIENTS }, (_, client) => this.upload(api, at, client)),
    );
  }

  private async upload(api: ApiClient, at: number, client: number): Promise<void> {
    for (let n = 0; !this.isOver; n += 1) {
      const startedAtMs = performance.now();
      const answer = await api.put(
        '/v2/scan',
        scanOf(`${String(at)}-${String(client)}-${String(n)}`),
      );
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAtMs);
      expect([200, 503]).toContain(answer.status);
      if (answer.status === 503) {
        this.refused[at] = (this.refused[at] ?? 0) + 1;
        await sleep(20);
        continue;
      }
      this.accepted.push(answer.json as ScanAnswer); // held against its schema by the client
      this.lastAtMs[at] = performance.now();
    }
  }

  /** Waits until so many more were accepted. */
  async more(count: number): Promise<void> {
    const wanted = this.accepted.length + count;
    await expect
      .poll(() => this.accepted.length, { timeout: 30_000, interval: 20 })
      .toBeGreaterThan(wanted);
  }

  /** Milliseconds from a moment on until every server had accepted one that began to be answered after it. */
  async servedAgainMs(fromMs: number): Promise<number> {
    const firsts = this.lastAtMs.map(() => Infinity);
    await expect
      .poll(
        () => {
          for (const [at, lastMs] of this.lastAtMs.entries())
            if (lastMs > fromMs && firsts[at] === Infinity) firsts[at] = lastMs - fromMs;
          return Math.max(...firsts);
        },
        { timeout: 30_000, interval: 5 },
      )
      .toBeLessThan(Infinity);
    return Math.max(...firsts);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
  }
}

/** Whatever was accepted is there; and whatever is there is whole, whether or not its answer arrived. */
async function expectWhole(api: ApiClient, accepted: readonly ScanAnswer[]): Promise<void> {
  const images = await allPages<ProjectImage>(api, 'POST', '/images');
  const ids = new Set(images.map(({ id }) => id));
  expect(accepted.filter((answer) => !ids.has(answer.image_tag_id))).toEqual([]);
  for (const { id } of images) {
    const software = await api.get(`/image_tags/${id}/eol_software`);
    expect(software.json).toMatchObject({ total: MATCHES });
  }
}

/** Sessions of the servers beside their pools, by name: those that hear of something, and those that hold locks. */
async function ownSessions(server: PostgresServer): Promise<Record<string, number>> {
  const rows = await server.ask<{ name: string; count: number }>(
    `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
      WHERE datname = 'eventide' AND starts_with(application_name, 'eventide_') GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
/** One of each for each of the two servers. */
const ALL_OF_THEM = {
  eventide_catalog: 2,
  eventide_letter: 2,
  eventide_locks: 2,
  eventide_message: 2,
};
const expectSessions = (server: PostgresServer, wanted: Record<string, number>) =>
  expect.poll(() => ownSessions(server), { timeout: 40_000 }).toEqual(wanted);

const severalHosts = ({ primary, standby }: PostgresPair) =>
  // The standby first: which one it is has to be found out.
  `postgres://eventide@${standby.address},${primary.address}/eventide?target_session_attrs=read-write`;
const behindHaProxy = async (pair: PostgresPair, folder: string) => {
  const proxy = await startHaProxy(pair, folder);
  onTestFinished(() => proxy.stop());
  return proxy.address;
};

const readiness = async (api: ApiClient) => (await api.get('/readyz')).status;
const reading = async (api: ApiClient) => (await api.post('/images')).status;

const expectReadiness = (apis: readonly ApiClient[], said: object) =>
  expect
    .poll(() => Promise.all(apis.map(async (api) => (await api.get('/readyz')).json)), {
      timeout: 20_000,
    })
    .toEqual(apis.map(() => said));

async function setReadOnly(server: PostgresServer, isReadOnly: boolean): Promise<void> {
  await server.ask(`ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await server.ask('SELECT pg_reload_conf()');
}

test.each([
  ['several hosts in DATABASE_URL', severalHosts],
  ['HAProxy', behindHaProxy],
])(
  'by %s: a primary that is killed costs no accepted upload, and seconds',
  async (how, address) => {
    const { pair, apis } = await startWorld(address);
    const [api] = apis;
    if (!api) throw new Error('no server');
    await expectSessions(pair.primary, ALL_OF_THEM);
    const uploads = new Uploads(apis);
    await uploads.more(40);
    await pair.primary.signal('SIGKILL');
    // Both have seen that it is gone.
    await expect.poll(() => Math.min(...uploads.refused), { timeout: 20_000 }).toBeGreaterThan(0);
    await expect
      .poll(() => Promise.all(apis.map(readiness)), { timeout: 20_000 })
      .toEqual([503, 503]);
    await pair.standby.promote();
    const promotedAtMs = performance.now();
    const servedAgainMs = await uploads.servedAgainMs(promotedAtMs);
    await uploads.more(40);
    await uploads.end();
    process.stderr.write(
      `${how}: served again ${servedAgainMs.toFixed(0)} ms after promotion; ${String(uploads.accepted.length)} accepted, ${uploads.refused.join(' + ')} refused\n`,
    );
    expect(servedAgainMs).toBeLessThan(2_000);
    await expectWhole(api, uploads.accepted);
    await expect
      .poll(() => Promise.all(apis.map(readiness)), { timeout: 20_000 })
      .toEqual([200, 200]);
    await expectSessions(pair.standby, ALL_OF_THEM);
  },
);

/** How the servers find the primary, and how whoever switches over has them led to another one. */
interface Way {
  readonly address: string;
  leavePrimary(): Promise<void>;
}

const bySeveralHosts = (pair: PostgresPair): Promise<Way> =>
  Promise.resolve({ address: severalHosts(pair), leavePrimary: () => Promise.resolve() });
async function byKeepingHaProxy(pair: PostgresPair, folder: string): Promise<Way> {
  const proxy = await startHaProxy(pair, folder, { keepsSessions: true });
  onTestFinished(() => proxy.stop());
  return proxy;
}

test.each([
  // None of them takes changes, and which one is to be read from is not known.
  [
    'several hosts in DATABASE_URL',
    bySeveralHosts,
    { read: 503, says: 'database_away', againWithinMs: 2_000 },
  ],
  // A connection is given up once a second, however many of them are refused.
  [
    'an HAProxy that keeps sessions',
    byKeepingHaProxy,
    { read: 200, says: 'read_only', againWithinMs: 3_000 },
  ],
] as const)(
  'by %s: a former primary that is fenced and keeps its sessions is left',
  async (how, open, { read, says, againWithinMs }) => {
    const ways: Way[] = [];
    const { pair, apis } = await startWorld(async (started, folder) => {
      const way = await open(started, folder);
      ways.push(way);
      return way.address;
    });
    const [api] = apis;
    if (!api) throw new Error('no server');
    await expectSessions(pair.primary, ALL_OF_THEM);
    const uploads = new Uploads(apis);
    await uploads.more(40);
    await setReadOnly(pair.primary, true);
    await expect.poll(() => Math.min(...uploads.refused), { timeout: 20_000 }).toBeGreaterThan(0);
    await expect
      .poll(() => Promise.all(apis.map(reading)), { timeout: 20_000 })
      .toEqual(apis.map(() => read));
    await expectReadiness(apis, { detail: says });
    await pair.standby.promote();
    for (const way of ways) await way.leavePrimary();
    const servedAgainMs = await uploads.servedAgainMs(performance.now());
    process.stderr.write(
      `fenced, ${how}: served again ${servedAgainMs.toFixed(0)} ms after promotion\n`,
    );
    expect(servedAgainMs).toBeLessThan(againWithinMs);
    await uploads.more(40);
    await uploads.end();
    await expectWhole(api, uploads.accepted);
    await expectSessions(pair.standby, ALL_OF_THEM);
    await expectSessions(pair.primary, {});
  },
);

test('one server that is made read-only is read from, and takes changes again by itself', async () => {
  const { pair, apis } = await startWorld(({ primary }) => primary.address);
  const [api] = apis;
  if (!api) throw new Error('no server');
  const kept = await api.put('/v2/scan', scanOf('kept'));
  expect(kept.status, kept.text).toBe(200);
  const accepted = [kept.json as ScanAnswer]; // held against its schema by the client
  await setReadOnly(pair.primary, true);
  for (const one of apis) {
    expect((await one.put('/v2/scan', scanOf('refused'))).status).toBe(503);
    await expectWhole(one, accepted);
  }
  await expectReadiness(apis, { detail: 'read_only' });
  await setReadOnly(pair.primary, false);
  await expect
    .poll(() => Promise.all(apis.map(readiness)), { timeout: 20_000 })
    .toEqual([200, 200]);
  const again = await api.put('/v2/scan', scanOf('again'));
  expect(again.status, again.text).toBe(200);
  const images = await allPages<ProjectImage>(api, 'POST', '/images');
  expect(images.map(({ tag }) => tag).sort()).toEqual(['again', 'kept']);
});

/** One address that leads to the primary, and to the standby from the moment on at which the primary is gone. */
async function byOneAddress(pair: PostgresPair): Promise<Way> {
  const relay = await startRelay(pair.primary);
  onTestFinished(() => relay.stop());
  return {
    address: relay.address,
    leavePrimary: () => {
      relay.fallSilent();
      relay.leadTo(pair.standby);
      return Promise.resolve();
    },
  };
}

test.each([
  ['several hosts in DATABASE_URL', bySeveralHosts],
  ['one address', byOneAddress],
])(
  'by %s: a primary that is gone without a word is left, with whoever waited for it',
  async (how, open) => {
    const ways: Way[] = [];
    const { pair, apis } = await startWorld(async (started) => {
      const way = await open(started);
      ways.push(way);
      return way.address;
    });
    const [api] = apis;
    if (!api) throw new Error('no server');
    const uploads = new Uploads(apis);
    await expectSessions(pair.primary, ALL_OF_THEM);
    await uploads.more(40);
    await pair.primary.signal('SIGSTOP');
    await pair.standby.promote();
    for (const way of ways) await way.leavePrimary();
    const servedAgainMs = await uploads.servedAgainMs(performance.now());
    process.stderr.write(
      `stopped, ${how}: served again ${servedAgainMs.toFixed(0)} ms after promotion\n`,
    );
    // It is asked every two seconds whether it is still there, and has one and a half to say so.
    expect(servedAgainMs).toBeLessThan(8_000);
    await uploads.more(40);
    await uploads.end();
    expect(uploads.longestMs).toBeLessThan(10_000);
    await expectWhole(api, uploads.accepted);
    await expectSessions(pair.standby, ALL_OF_THEM);
  },
);
