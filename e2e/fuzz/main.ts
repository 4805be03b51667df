import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../api/harness/api-client';
import { imageScan } from '../api/harness/payloads';
import { depsOf, makeTenantIn } from '../api/harness/past-the-server';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';
import { TenantWorld } from '../api/harness/tenant-world';
import { startDatabaseCluster, type DatabaseVariables } from '../database-cluster';
import { fuzzReader, fuzzRoutes } from './documents';
import { realInputs } from './real-inputs';

/**
 * `npm run test:fuzz`: documents that tools wrote, changed in places, go to the reader of inventories and to all routes
 * that take them, for FUZZ_SECONDS each (60) from FUZZ_SEED (of the clock). Then schemathesis (from PyPI) reads the API's
 * own document, makes requests that fit it and requests that do not, of records that are there and of others, and holds
 * every answer against it. Arguments are handed on to it.
 */
const FLAGS = [
  '--phases=examples,coverage,fuzzing',
  '--max-examples=60',
  '--continue-on-failure',
  '--generation-database=none',
];
/** Routes that are left out, and answers that no schema foretells, and why. */
const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const AUTH_SECRET = 'a secret for the fuzzer, and for it alone';

async function main(): Promise<number> {
  const given = {
    seed: Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000),
    seconds: Number(process.env['FUZZ_SECONDS'] ?? 60),
  };
  const ofReader = told('the reader', await fuzzReader(given));
  const database = await startDatabaseCluster();
  const folder = await mkdtemp(join(tmpdir(), 'eventide-fuzz-'));
  const server = await ServerProcess.launch({
    args: commands.node(),
    port: await freePort(),
    logFile: join(folder, 'server.log'),
    env: { ...database.main, DATA_DIR: folder, AUTH_SECRET },
  });
  try {
    await server.ready();
    const { key, otherKey, inputs } = await tenantsOf(server.origin, database.main);
    const target = { origin: server.origin, key, pid: server.pid };
    const ofRoutes = told('the routes', await fuzzRoutes(target, given));
    const config = join(folder, 'schemathesis.toml');
    const written = await readFile(CONFIG, 'utf8');
    await writeFile(config, written + elsewhere(otherKey) + inputs);
    const isTyped = typedRequests({ ...target, config });
    const failed = (await server.log()).split('\n').filter((line) => /"status":5\d\d/.test(line));
    console.log(`${String(failed.length)} answers of 5xx in the server's log`);
    return ofReader && ofRoutes && isTyped && failed.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The software that the examples of the API's document name. */
const OF_EXAMPLES = {
  ...{ project: 'examples', image: 'registry.example.com/examples' },
  matches: [{ product: 'Debian Linux', cycle: '10' }],
};

/** An organization with records for every operation, the lines that name the records, and another organization. */
async function tenantsOf(origin: string, { DATABASE_URL }: DatabaseVariables) {
  const deps = depsOf({ databaseUrl: DATABASE_URL, authSecret: AUTH_SECRET });
  try {
    const [tenant, other] = [await makeTenantIn(deps), await makeTenantIn(deps)];
    const client = new ApiClient(origin);
    const admin = client.withKey(tenant.keys.admin);
    await admin.put('/v2/scan', imageScan(OF_EXAMPLES));
    const { json } = await admin.get('/openapi.json');
    const inputs = await realInputs(TenantWorld.of(deps, tenant, client), json);
    return { key: tenant.keys.admin, otherKey: other.keys.admin, inputs };
  } finally {
    await deps.db.close();
  }
}

/** A policy file takes away every policy that it does not name: its organization is one in which no request names any. */
const elsewhere = (key: string) =>
  `\n[[operations]]\ninclude-name = "PUT /policy_file"\nheaders = { Authorization = "ApiKey ${key}" }\n`;

function told(what: string, { count, faults }: { count: number; faults: readonly string[] }) {
  console.log(`${String(count)} changed documents for ${what}, ${String(faults.length)} faults`);
  for (const fault of faults) console.log(fault);
  return faults.length === 0;
}

/** Runs schemathesis; false when it is not installed or something failed. */
function typedRequests({
  origin,
  key,
  config,
}: Readonly<Record<'origin' | 'key' | 'config', string>>): boolean {
  const version = spawnSync('schemathesis', ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) {
    console.error('schemathesis is not installed: pip install schemathesis');
    return false;
  }
  console.log(version.stdout.trim());
  const api = `${origin}/api`;
  const args = [
    ...['--config-file', config, 'run', `${api}/openapi.json`, '--url', api],
    // Not in the configuration, whose headers schemathesis takes for parameters to be tried wrong: a 401 a hundred times.
    ...['-H', `Authorization: ApiKey ${key}`, ...FLAGS, ...process.argv.slice(2)],
  ];
  return spawnSync('schemathesis', args, { stdio: 'inherit' }).status === 0;
}

process.exitCode = await main();
