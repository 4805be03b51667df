import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';
import { ensureBuilt, startBuiltServer } from './built-server';
import { bodyOfAnswer, loadFor, type Load, type RepeatedRequest } from './http-load';
import { atLeast, inMs, percentile, type Bench, type Benchmark, type Line } from './runner';

const CONNECTIONS = 16;
const WARM_UP_MS = 4_000;
const TURN_MS = 3_000;
const TURNS = 4;
const MIN_RATIO = 0.7;

const asking = (version: string) =>
  JSON.stringify({ component: { name: 'nodejs', version, ecosystem: 'generic' } });
const BODY = asking('16.20.2');
/** A version that nothing has asked about before. */
let asked = 100_000;
const askingAnew = () => asking(`16.20.${String((asked += 1))}`);

const listening = z.object({ port: z.number() });

/**
 * How many checks a second the built server answers, at the root, below `/api`, and where none was asked before, beside a server that finds
 * out the caller too and answers with the same bytes, one that asks the database for the caller each time, and one that
 * does nothing else.
 */
async function run({ server, progress }: Bench): Promise<Line[]> {
  await ensureBuilt();
  const databaseUrl = await server.createDatabase('eol_checks');
  const built = await startBuiltServer(databaseUrl, join(server.folder, 'checks'));
  const headers = { authorization: `ApiKey ${built.key}`, 'content-type': 'application/json' };
  const to = (url: string, body: RepeatedRequest['body'] = BODY): RepeatedRequest => ({
    ...{ url, headers, body },
  });
  let mirror: ChildProcess | null = null;
  try {
    const answer = await bodyOfAnswer(to(`${built.origin}/eol/check`));
    mirror = fork(await bundledMirror(), [databaseUrl, answer], {
      execArgv: [],
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    });
    const [message]: unknown[] = await once(mirror, 'message');
    const mirrorOrigin = `http://127.0.0.1:${String(listening.parse(message).port)}`;
    progress(`Checks of ${String(answer.length)} bytes over ${String(CONNECTIONS)} connections`);
    const loads = await loadInTurns({
      root: to(`${built.origin}/eol/check`),
      api: to(`${built.origin}/api/eol/check`),
      anew: to(`${built.origin}/eol/check`, askingAnew),
      authenticated: to(`${mirrorOrigin}/authenticated`),
      lookedUp: to(`${mirrorOrigin}/looked-up`),
      plain: to(`${mirrorOrigin}/plain`),
    });
    return [
      checkLine('POST /eol/check', loads.root, loads.authenticated),
      checkLine('POST /api/eol/check', loads.api, loads.authenticated),
      checkLine('POST /eol/check of another component each time', loads.anew, loads.authenticated),
      plainLine('the same bytes to a caller that is remembered', loads.authenticated),
      plainLine('the same bytes to a caller that is looked up each time', loads.lookedUp),
      plainLine('the same bytes to anybody', loads.plain),
    ];
  } finally {
    mirror?.kill();
    await built.stop();
  }
}

/** Bundled as the built server is: what runs from its sources through a loader is slower. */
async function bundledMirror(): Promise<string> {
  const outfile = 'dist/bench/same-bytes-server.js';
  await build({
    entryPoints: ['e2e/bench/same-bytes-server.ts'],
    ...{ bundle: true, packages: 'external', outfile },
    ...{ platform: 'node', target: 'node22', format: 'esm', logLevel: 'warning' },
  });
  return outfile;
}

/** In turns, so that whatever else the machine does falls on all of them alike. */
async function loadInTurns<Name extends string>(
  requests: Readonly<Record<Name, RepeatedRequest>>,
): Promise<Record<Name, Load>> {
  // The keys of a literal object are its names.
  const names = Object.keys(requests) as Name[];
  const loads = new Map<Name, Load[]>(names.map((name) => [name, []]));
  for (const name of names) await loadFor(WARM_UP_MS, CONNECTIONS, requests[name]);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const name of names)
      loads.get(name)?.push(await loadFor(TURN_MS, CONNECTIONS, requests[name]));
  return Object.fromEntries([...loads].map(([name, all]) => [name, together(all)])) as Record<
    Name,
    Load
  >;
}

function together(loads: readonly Load[]): Load {
  const sum = loads.reduce((total, { perSecond }) => total + perSecond, 0);
  return {
    perSecond: sum / loads.length,
    durations: loads.flatMap(({ durations }) => durations),
  };
}

function plainLine(what: string, { perSecond, durations }: Load): Line {
  const [p50, p99] = [percentile(durations, 50), percentile(durations, 99)];
  return { what, measured: `${perSecond.toFixed(0)}/s, p50 ${inMs(p50)}, p99 ${inMs(p99)}` };
}

function checkLine(what: string, load: Load, authenticated: Load): Line {
  const ratio = load.perSecond / authenticated.perSecond;
  return {
    ...plainLine(what, load),
    ratio: `${ratio.toFixed(2)}x same bytes`,
    aim: atLeast(Number(ratio.toFixed(2)), MIN_RATIO, 'x'),
  };
}

export const eolChecks: Benchmark = { name: 'eol check over HTTP', run };
