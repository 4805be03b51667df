import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readManifest } from './project';
import { filesBelow } from './runtime-files';

const START_MS = 60_000;
const POLL_MS = 200;
const END_MS = 30_000;
/** What a unit of systemd has of the environment, unless it says more. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const USAGE_STATUS = 2;

/** Says of each file below a folder what it is: whether it can be run, and what is in it; of a link, where it leads. */
export async function contentsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of await filesBelow(folder, '.')) {
    const file = join(folder, path);
    const entry = await lstat(file);
    if (entry.isSymbolicLink()) {
      found.set(path, `leads to ${await readlink(file)}`);
      continue;
    }
    const kind = (entry.mode & 0o100) === 0 ? 'file' : 'program';
    found.set(
      path,
      `${kind} ${createHash('sha256')
        .update(await readFile(file))
        .digest('hex')}`,
    );
  }
  return found;
}

/** The paths at which two folders differ, sorted. */
export function differing(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => one.get(path) !== other.get(path)).toSorted();
}

function run(tool: string, args: readonly string[], cwd: string): void {
  const { status, error, stdout, stderr } = spawnSync(tool, args, { cwd, encoding: 'utf8' });
  if (error) throw new Error(`${tool} is not installed`);
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stdout}${stderr}`);
}

/** @returns the archive of what runs */
async function checkSums(release: string): Promise<string> {
  run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], release);
  const sums = await readFile(join(release, 'SHA256SUMS'), 'utf8');
  const summed = sums
    .trim()
    .split('\n')
    .map((line) => line.slice(line.indexOf('  ') + 2));
  const others = (await readdir(release)).filter((name) => name !== 'SHA256SUMS');
  if (summed.toSorted().join() !== others.toSorted().join())
    throw new Error(`SHA256SUMS names ${summed.join(', ')}, and there are ${others.join(', ')}`);
  const [archive, ...more] = others.filter((name) => name.endsWith('.tar.gz'));
  if (archive === undefined || more.length > 0) throw new Error('Not one .tar.gz is there');
  return join(release, archive);
}

function checkCommand(installed: string): void {
  const { status, stderr } = spawnSync(
    join(installed, 'bin/node'),
    ['dist/cli/backup.js', 'verify', 'one', 'another'],
    { cwd: installed, env: { PATH, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (status !== USAGE_STATUS || !stderr.startsWith('usage: '))
    throw new Error(`dist/cli/backup.js does not tell its usage: ${String(status)} ${stderr}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo; // a TCP server's address is never a string
  probe.close();
  await once(probe, 'close');
  return port;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @returns what is wrong; null: it got ready, and answered */
async function answersPages(server: ChildProcess, origin: string): Promise<string | null> {
  for (const end = Date.now() + START_MS; !(await answers(`${origin}/readyz`));) {
    if (server.exitCode !== null) return 'it did not stay';
    if (Date.now() > end) return 'it did not get ready';
    await sleep(POLL_MS);
  }
  for (const path of ['/sign-in', '/docs/install'])
    if (!(await answers(`${origin}${path}`))) return `${path} was not answered`;
  return null;
}

/** Starts what was unpacked as the unit does, asks it for pages, and ends it as systemd does. */
async function checkStart(installed: string, data: string): Promise<void> {
  const [, ...args] = (await readManifest(installed)).scripts.start.split(' ');
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(join(installed, 'bin/node'), args, {
    cwd: installed,
    env: {
      PATH,
      NODE_ENV: 'production',
      DATA_DIR: data,
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: origin,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  const said: Buffer[] = [];
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (piece: Buffer) => said.push(piece));
  const fault = await answersPages(server, origin);
  server.kill('SIGTERM');
  const killing = setTimeout(() => server.kill('SIGKILL'), END_MS);
  await ended;
  clearTimeout(killing);
  if (fault === null && server.exitCode === 0) return;
  const end = `${fault ?? 'it answered'}, and it ended with ${String(server.exitCode)}`;
  throw new Error(
    `What was unpacked does not run: ${end}\n${Buffer.concat(said).toString('utf8')}`,
  );
}

/**
 * Opens a release as whoever installs it: holds the files against their sums, unpacks what runs, looks whether that is what
 * was packed, and starts it at a place that knows nothing of the project.
 * @param runtime the folder that was packed
 */
export async function openRelease(release: string, runtime: string): Promise<void> {
  const archive = await checkSums(release);
  const folder = await mkdtemp(join(tmpdir(), 'eventide-opened-'));
  try {
    // As root, PostgreSQL runs as another user, who has to pass through this folder.
    await chmod(folder, 0o755);
    const installed = join(folder, 'installed');
    await mkdir(installed);
    const unpack = ['--extract', '--strip-components=1', '--directory', installed];
    run('tar', [...unpack, '--file', archive], folder);
    const others = differing(await contentsOf(runtime), await contentsOf(installed));
    if (others.length > 0)
      throw new Error(`Unpacked is not what was packed:\n${others.join('\n')}`);
    checkCommand(installed);
    await checkStart(installed, join(folder, 'data'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
