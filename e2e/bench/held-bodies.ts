import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ensureBuilt, startBuiltServer, type BuiltServer } from './built-server';
import { largePayload } from './large-payload';
import { atMost, inMs, percentile, type Bench, type Benchmark, type Line } from './runner';

const MB = 1_000_000;
const HELD_CONNECTIONS = 300;
const HELD_BYTES = 10 * MB;
const HELD_UPLOADS = 16;
const UPLOAD_BYTES = 56 * MB;
const MAX_GROWTH_MIB = 100;
const MAX_OTHERS_MS = 100;
/** Nothing is held for longer than this, whatever becomes of it. */
const GIVE_UP_MS = 150_000;
const EVERY_MS = 50;
/** How long the others ask before anything is held, to compare with. */
const ALONE_MS = 5_000;
const CHUNK_BYTES = 65_536;

const PATHS = [
  '/sign-in',
  '/',
  '/nothing',
  '/api/images',
  '/v2/scan',
  '/api/trpc/account.requestReset',
  '/api/auth/callback/credentials',
  '/export/images.csv',
  '/xeol/databases/listing.json',
];

/** Asks what scanners ask, one request after the other, and says how long each took. */
const ASKING = `
const { parentPort, workerData: { origin, key, everyMs } } = require('node:worker_threads');
const headers = { authorization: 'ApiKey ' + key };
const ask = async (path) => {
  const startedAtMs = performance.now();
  await (await fetch(origin + path, { headers })).text();
  parentPort.postMessage(performance.now() - startedAtMs);
};
(async () => {
  for (;;) {
    await ask('/healthz');
    await ask('/v2/policy');
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
})();
`;

/** A request that sends all of its body but the end, and then nothing. */
interface Held {
  readonly status: () => number | null;
  /** Resolves when the server has closed the connection; after {@link GIVE_UP_MS} in any case. */
  readonly closed: Promise<number>;
}

function hold(origin: string, headers: readonly string[], body: Uint8Array): Held {
  const { hostname, port, host } = new URL(origin);
  const startedAtMs = performance.now();
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const giveUp = setTimeout(() => socket.destroy(), GIVE_UP_MS);
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearTimeout(giveUp);
      resolve(performance.now() - startedAtMs);
    });
  });
  socket.write([...headers, `host: ${host}`, '', ''].join('\r\n'));
  void send(socket, body.subarray(0, body.length - 1_000));
  return { status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0) || null, closed };
}

async function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  for (let at = 0; at < bytes.length && !socket.destroyed; at += CHUNK_BYTES) {
    if (socket.write(bytes.subarray(at, at + CHUNK_BYTES))) continue;
    await once(socket, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
}

/** How long others wait alone and meanwhile, and how much memory it takes at most. */
async function besides(built: BuiltServer, begin: () => readonly Held[]) {
  const waits: number[] = [];
  // In a thread of its own: this one is busy with sending.
  const others = new Worker(ASKING, {
    eval: true,
    workerData: { origin: built.origin, key: built.key, everyMs: EVERY_MS },
  });
  others.on('message', (waitedMs: number) => waits.push(waitedMs));
  await sleep(ALONE_MS);
  const alone = waits.splice(0);
  const before = (await built.memoryMib()).now;
  await built.forgetPeak();
  const held = begin();
  const lasted = await Promise.all(held.map(({ closed }) => closed));
  await others.terminate();
  const { peak } = await built.memoryMib();
  return { held, growthMib: peak - before, lastCutMs: Math.max(...lasted), alone, waits };
}

async function measured(
  built: BuiltServer,
  what: string,
  begin: () => readonly Held[],
): Promise<Line[]> {
  // Memory of a page, a read and the first sockets does not count as the bodies'.
  for (const path of [...PATHS, ...PATHS]) await (await fetch(`${built.origin}${path}`)).text();
  const { held, growthMib, lastCutMs, alone, waits } = await besides(built, begin);
  const statuses = Object.entries(Object.groupBy(held, ({ status }) => String(status() ?? 'cut')))
    .map(([status, of]) => `${String(of?.length ?? 0)} × ${status}`)
    .join(', ');
  return [
    {
      what,
      measured: `+${growthMib.toFixed(0)} MiB at most; ${statuses}`,
      aim: atMost(growthMib, MAX_GROWTH_MIB, ' MiB'),
    },
    {
      what: '  until the last was cut',
      measured: `${(lastCutMs / 1_000).toFixed(0)} s`,
      aim: atMost(lastCutMs / 1_000, GIVE_UP_MS / 1_000 - 1, ' s'),
    },
    { what: '  other requests before', measured: waitsOf(alone) },
    {
      what: '  other requests meanwhile, the client on the same cores',
      measured: waitsOf(waits),
      ratio: `${(percentile(waits, 50) / percentile(alone, 50)).toFixed(1)}x before`,
      aim: atMost(percentile(waits, 99), MAX_OTHERS_MS, ' ms'),
    },
  ];
}

function waitsOf(waits: readonly number[]): string {
  const [p50, p95, p99] = [50, 95, 99].map((part) => inMs(percentile(waits, part)));
  return `${String(waits.length)} asked: p50 ${String(p50)}, p95 ${String(p95)}, p99 ${String(p99)}, max ${inMs(Math.max(...waits))}`;
}

async function run({ server, progress }: Bench): Promise<Line[]> {
  await ensureBuilt();
  const onFreshServer = async (name: string, work: (built: BuiltServer) => Promise<Line[]>) => {
    progress(name);
    const database = await server.createDatabase(`held_${name.replaceAll(/\W/g, '_')}`);
    const built = await startBuiltServer(database, join(server.folder, 'held'));
    try {
      return await work(built);
    } finally {
      await built.stop();
    }
  };
  const nothing = new Uint8Array(HELD_BYTES);
  const connections = await onFreshServer('held connections', (built) =>
    measured(built, `${String(HELD_CONNECTIONS)} connections of 10 MB, held, to any path`, () =>
      Array.from({ length: HELD_CONNECTIONS }, (_, index) => {
        const path = PATHS[index % PATHS.length] ?? '/';
        const length = `content-length: ${String(HELD_BYTES)}`;
        return hold(built.origin, [`POST ${path} HTTP/1.1`, length], nothing);
      }),
    ),
  );
  const payload = largePayload(1, UPLOAD_BYTES, 'packages only');
  const uploads = await onFreshServer('held uploads', (built) =>
    measured(built, `${String(HELD_UPLOADS)} uploads of 56 MB with a key, held`, () =>
      Array.from({ length: HELD_UPLOADS }, () =>
        hold(
          built.origin,
          [
            'PUT /v2/scan HTTP/1.1',
            `authorization: ApiKey ${built.key}`,
            'content-type: application/json',
            `content-length: ${String(payload.length)}`,
          ],
          payload,
        ),
      ),
    ),
  );
  return [...connections, ...uploads];
}

export const heldBodies: Benchmark = { name: 'held bodies', run };
