import { spawnSync } from 'node:child_process';
import { makeBases } from './bases';
import { ask, NotRunnable, requireTools, run } from './tools';

/** How this command ends when it could not do what it is for: neither passed nor failed. */
const NOT_RUN = 3;
const IMAGE = 'localhost/eventide:test';

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Builds the image of the Dockerfile on bases made here, and tries it. */
async function main(): Promise<number> {
  requireTools();
  say('\n== Bases, by debootstrap');
  const { base, build } = await makeBases();
  say('\n== The image');
  const made = ask('git', ['show', '--no-patch', '--format=%ct']);
  const args = {
    BASE_IMAGE: base,
    BUILD_IMAGE: build,
    SOURCE_DATE_EPOCH: made,
    REVISION: ask('git', ['rev-parse', 'HEAD']),
    CREATED: new Date(Number(made) * 1000).toISOString(),
  };
  run('buildah', [
    ...['build', '--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--layers'],
    ...Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...['--tag', IMAGE, '.'],
  ]);
  say('\n== The image, running');
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'image'],
    { stdio: 'inherit', env: { ...process.env, E2E_IMAGE: IMAGE } },
  );
  return status ?? 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NotRunnable)) throw error;
  say(`\nTests of the image: skipped: ${error.message}`);
  process.exitCode = NOT_RUN;
}
