import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ask, NotRunnable, run } from './tools';

const SUITE = 'trixie';
/** Beside the packages: git-ignored, and as disposable as they are. */
const CACHE = resolve('node_modules/.cache/image');

/** Debian as `debootstrap` makes it, from the machine's usual mirror. @throws NotRunnable where there is none */
async function debian(): Promise<string> {
  const root = join(CACHE, SUITE);
  if (existsSync(root)) return root;
  await mkdir(CACHE, { recursive: true });
  const draft = join(CACHE, `${SUITE}.${String(process.pid)}`);
  const { status } = spawnSync('debootstrap', ['--variant=minbase', SUITE, draft], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new NotRunnable(`debootstrap could not make a Debian ${SUITE}`);
  }
  await rename(draft, root);
  return root;
}

/** Makes an image of a container that `fill` has put things in. */
function imageFrom(base: string, name: string, fill: (container: string) => void): string {
  const container = ask('buildah', ['from', base]);
  try {
    fill(container);
    run('buildah', ['commit', '--quiet', container, name]);
  } finally {
    ask('buildah', ['rm', container]);
  }
  return name;
}

/** The two images that the Dockerfile stands on, which elsewhere come from a registry. */
export interface Bases {
  readonly base: string;
  /** The same with Node and npm. */
  readonly build: string;
}

/** Where this machine trusts more than the usual authorities, npm has to in the container too. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** Makes stand-ins for `debian` and `node`: Debian by debootstrap, Node and npm as they are installed here. */
export async function makeBases(): Promise<Bases> {
  const root = await debian();
  const base = imageFrom('scratch', 'localhost/eventide-test/debian:latest', (container) => {
    run('buildah', ['add', '--quiet', container, root, '/']);
  });
  const { npm_execpath: npmCommand } = process.env;
  if (!npmCommand) throw new NotRunnable('it is run as `npm run test:image`');
  const npm = resolve(realpathSync(npmCommand), '../..');
  const build = imageFrom(base, 'localhost/eventide-test/node:latest', (container) => {
    const copy = (from: string, to: string) => {
      run('buildah', ['copy', '--quiet', container, from, to]);
    };
    copy(realpathSync(process.execPath), '/usr/local/bin/node');
    copy(npm, '/usr/local/lib/node_modules/npm');
    for (const command of ['npm', 'npx']) {
      const target = `../lib/node_modules/npm/bin/${command}-cli.js`;
      ask('buildah', [
        ...['run', '--isolation', 'chroot', container, '--'],
        ...['ln', '-s', target, `/usr/local/bin/${command}`],
      ]);
    }
    if (!existsSync(AUTHORITIES)) return;
    copy(AUTHORITIES, AUTHORITIES);
    const trust = [`NODE_EXTRA_CA_CERTS=${AUTHORITIES}`, `npm_config_cafile=${AUTHORITIES}`];
    for (const variable of trust) run('buildah', ['config', '--env', variable, container]);
  });
  return { base, build };
}
