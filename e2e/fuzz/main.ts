import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateApiKey } from '@/domain/api-key/api-key';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';

/**
 * `npm run test:fuzz`: schemathesis (from PyPI) reads the API's own document, makes requests that fit it
 * and requests that do not, and holds every answer against it. Arguments are handed on.
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
  const version = spawnSync('schemathesis', ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) {
    console.error('schemathesis is not installed: pip install schemathesis');
    return 1;
  }
  console.log(version.stdout.trim());
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
    const api = `${server.origin}/api`;
    const header = `Authorization: ApiKey ${key}`;
    const args = [
      '--config-file',
      CONFIG,
      'run',
      `${api}/openapi.json`,
      '--url',
      api,
      '-H',
      header,
      ...FLAGS,
    ];
    const { status } = spawnSync('schemathesis', [...args, ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    const failed = (await server.log()).split('\n').filter((line) => /"status":5\d\d/.test(line));
    console.log(`${String(failed.length)} answers of 5xx in the server's log`);
    return status === 0 && failed.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

process.exitCode = await main();
