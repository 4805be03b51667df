import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateApiKey } from '@/domain/api-key/api-key';
import { fuzzReader, fuzzRoutes } from './documents';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';

/**
 * `npm run test:fuzz`: documents that tools wrote, changed in places, go to the reader of inventories and to all routes
 * that take them, for FUZZ_SECONDS each (60) from FUZZ_SEED (of the clock). Then schemathesis (from PyPI) reads the API's
 * own document, makes requests that fit it and requests that do not, and holds every answer against it. Arguments are
 * handed on to it.
 */
const FLAGS = [
  '--phases=examples,coverage,fuzzing',
  '--max-examples=60',
  '--continue-on-failure',
  '--generation-database=none',
];
/** Routes that are left out, and why. */
const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));

async function main(): Promise<number> {
  const given = {
    seed: Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000),
    seconds: Number(process.env['FUZZ_SECONDS'] ?? 60),
  };
  const ofReader = told('the reader', await fuzzReader(given));
  const dataDir = await mkdtemp(join(tmpdir(), 'eventide-fuzz-'));
  await chmod(dataDir, 0o755);
  const key = generateApiKey().text;
  const server = await ServerProcess.launch({
    args: commands.node(),
    port: await freePort(),
    logFile: join(dataDir, 'server.log'),
    env: { DATA_DIR: dataDir, BOOTSTRAP_ORGANIZATION: 'Fuzz', BOOTSTRAP_API_KEY: key },
  });
  try {
    await server.ready();
    const target = { origin: server.origin, key, pid: server.pid };
    const ofRoutes = told('the routes', await fuzzRoutes(target, given));
    const isTyped = typedRequests(server.origin, key);
    const failed = (await server.log()).split('\n').filter((line) => /"status":5\d\d/.test(line));
    console.log(`${String(failed.length)} answers of 5xx in the server's log`);
    return ofReader && ofRoutes && isTyped && failed.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function told(what: string, { count, faults }: { count: number; faults: readonly string[] }) {
  console.log(`${String(count)} changed documents for ${what}, ${String(faults.length)} faults`);
  for (const fault of faults) console.log(fault);
  return faults.length === 0;
}

/** Runs schemathesis; false when it is not installed or something failed. */
function typedRequests(origin: string, key: string): boolean {
  const version = spawnSync('schemathesis', ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) {
    console.error('schemathesis is not installed: pip install schemathesis');
    return false;
  }
  console.log(version.stdout.trim());
  const api = `${origin}/api`;
  const args = [
    ...['--config-file', CONFIG, 'run', `${api}/openapi.json`, '--url', api],
    ...['-H', `Authorization: ApiKey ${key}`, ...FLAGS, ...process.argv.slice(2)],
  ];
  return spawnSync('schemathesis', args, { stdio: 'inherit' }).status === 0;
}

process.exitCode = await main();
