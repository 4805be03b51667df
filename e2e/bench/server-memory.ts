import { join } from 'node:path';
import { ensureBuilt, startBuiltServer, type BuiltServer } from './built-server';
import { largePayload } from './large-payload';
import { atMost, type Bench, type Benchmark, type Line } from './runner';

const MIB = 1_048_576;
const AT_ONCE = 4;
const UPLOAD_BYTES = 30_000_000;
const LIMIT_BYTES = 64 * MIB;
const MAX_PEAK_MIB = 400;
/** Each kind of upload meets a fresh process: memory that one has left behind is not blamed on the next. */
const UPLOADS = [
  { what: `${String(AT_ONCE)} uploads of 30 MB at once, 60% SBOM`, kind: 'with SBOM' },
  { what: `${String(AT_ONCE)} uploads of 30 MB at once, packages only`, kind: 'packages only' },
] as const;

async function run({ server, progress }: Bench): Promise<Line[]> {
  await ensureBuilt();
  const lines: Line[] = [];
  const onFreshServer = async (name: string, work: (built: BuiltServer) => Promise<Line[]>) => {
    progress(name);
    const built = await startBuiltServer(
      await server.createDatabase(`memory_${String(lines.length)}`),
      join(server.folder, 'app'),
    );
    try {
      const { now } = await built.memoryMib();
      if (lines.length === 0) lines.push({ what: 'resident after start', measured: mib(now) });
      lines.push(...(await work(built)));
    } finally {
      await built.stop();
    }
  };
  for (const { what, kind } of UPLOADS) {
    await onFreshServer(what, (built) => fourAtOnce(built, what, kind));
  }
  await onFreshServer('one upload at the limit', atTheLimit);
  return lines;
}

async function fourAtOnce(
  built: BuiltServer,
  what: string,
  kind: (typeof UPLOADS)[number]['kind'],
): Promise<Line[]> {
  const bodies = Array.from({ length: AT_ONCE }, (_, number) =>
    largePayload(number + 1, UPLOAD_BYTES, kind),
  );
  const rounds = [await peakOf(built, bodies), await peakOf(built, bodies)];
  const statuses = [...new Set(rounds.flatMap((round) => round.statuses))].join(', ');
  const peak = Math.max(...rounds.map((round) => round.peak));
  return [
    {
      what,
      measured: `peak ${mib(peak)}, answered ${statuses} in ${seconds(rounds[0]?.durationMs)}`,
      aim: atMost(peak, MAX_PEAK_MIB, ' MiB'),
    },
    { what: '  the same again, unchanged', measured: `in ${seconds(rounds[1]?.durationMs)}` },
  ];
}

async function atTheLimit(built: BuiltServer): Promise<Line[]> {
  const accepted = await peakOf(built, [largePayload(1, LIMIT_BYTES, 'with SBOM')]);
  const refused = await peakOf(built, [largePayload(2, LIMIT_BYTES + 1, 'with SBOM')]);
  return [
    { what: 'one upload of 64 MiB', ...accepted },
    { what: 'one upload of 64 MiB + 1 byte', ...refused },
  ].map(({ what, statuses, peak, durationMs }) => ({
    what,
    measured: `peak ${mib(peak)}, answered ${statuses.join()} in ${seconds(durationMs)}`,
    aim: atMost(peak, MAX_PEAK_MIB, ' MiB'),
  }));
}

/** Sends the bodies at once; the peak of the server's resident memory meanwhile, in MiB. */
async function peakOf(built: BuiltServer, bodies: readonly Uint8Array<ArrayBuffer>[]) {
  await built.forgetPeak();
  const startedAtMs = performance.now();
  const statuses = await Promise.all(bodies.map((body) => put(built, body)));
  const durationMs = performance.now() - startedAtMs;
  const { peak } = await built.memoryMib();
  return { statuses, peak, durationMs };
}

/** The status; a server may answer and hang up before it has read a body that is too long. */
async function put({ origin, key }: BuiltServer, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
  try {
    const response = await fetch(`${origin}/api/v2/scan`, { method: 'PUT', headers, body });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'by hanging up';
  }
}

function mib(mebibytes: number): string {
  return `${mebibytes.toFixed(0)} MiB`;
}

function seconds(durationMs = Number.NaN): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

export const serverMemory: Benchmark = { name: 'server memory', run };
