import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const ENTRY = 'dist/server/listener/main.js';
const READY_WITHIN_MS = 60_000;
/** Starts are timed by it. */
const READY_EVERY_MS = 20;
const API_KEY = `evt_bench000_${'k'.repeat(43)}`;

const manifestSchema = z.object({ scripts: z.object({ start: z.string() }) });

/** A server of `npm start` in a process of its own. */
export interface BuiltServer {
  readonly origin: string;
  readonly key: string;
  /** Resident memory in MiB: now, and at most since the last {@link forgetPeak}. */
  memoryMib(): Promise<{ now: number; peak: number }>;
  forgetPeak(): Promise<void>;
  stop(): Promise<void>;
}

/** Builds when nothing has been built. Throws when the build fails. */
export async function ensureBuilt(): Promise<void> {
  if (existsSync(ENTRY)) return;
  const build = spawn('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error('npm run build failed');
}

/** Starts what `npm start` starts, with its flags. Where no database is named, it brings the one that is embedded. */
export async function startBuiltServer(
  databaseUrl: string | null,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BuiltServer> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const [, ...flags] = manifest.scripts.start.split(' ');
  const port = await freePort();
  const origin = `http://127.0.0.1:${String(port)}`;
  const child = spawn(process.execPath, flags, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      DATA_DIR: folder,
      AUTH_SECRET: 'for benchmarks, and for benchmarks alone',
      BOOTSTRAP_ORGANIZATION: 'Bench',
      BOOTSTRAP_API_KEY: API_KEY,
      ...environment,
    },
  });
  await readiness(child, origin);
  return {
    origin,
    key: API_KEY,
    memoryMib: () => memoryOf(child),
    // 5 resets the high-water mark to what is resident now.
    forgetPeak: () => writeFile(`/proc/${String(child.pid)}/clear_refs`, '5'),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

async function readiness(child: ChildProcess, origin: string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(READY_EVERY_MS);
  }
  child.kill('SIGKILL');
  throw new Error('The built server did not start');
}

async function memoryOf({ pid }: ChildProcess): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  const mibOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1_024;
  return { now: mibOf('VmRSS'), peak: mibOf('VmHWM') };
}
