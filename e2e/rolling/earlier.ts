import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { NotRunnable } from '../database/programs';

const MIGRATIONS = 'prisma/migrations';
/** So many migrations come with the update unless a commit is given. */
const FEW = 7;
/** Says that a folder is this command's, and once it is built, which commit's: a build that was cut short is made anew. */
const MARKER = '.rolling';
const LARGEST_ARCHIVE = 1024 ** 3;

export interface Earlier {
  readonly commit: string;
  /** What this tree's version does to its database, in that order. */
  readonly newer: readonly string[];
}

function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const commitOf = (name: string) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);

/** The commit before the one that added the first of the newest migrations. @throws NotRunnable */
function beforeNewest(migrations: readonly string[]): string {
  const first = migrations.at(-FEW) ?? '';
  const path = `${MIGRATIONS}/${first}`;
  const added = git('log', '--diff-filter=A', '--format=%H', '--', path)?.split('\n').at(-1);
  // In a shallow history its oldest commit seems to add all that it has.
  const commit = added ? commitOf(`${added}~1`) : null;
  if (commit === null)
    throw new NotRunnable(`the history here holds no commit before the migration ${first}`);
  return commit;
}

/** The earlier version: a commit or a tag, or else the last one before the newest migrations. @throws NotRunnable */
export function findEarlier(given: string | undefined): Earlier {
  const all = readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
  const commit = given === undefined ? beforeNewest(all) : commitOf(given);
  if (commit === null) throw new NotRunnable(`the history here holds no ${given ?? ''}`);
  const listed = git('ls-tree', '-d', '--name-only', `${commit}:${MIGRATIONS}`);
  if (listed === null) throw new NotRunnable(`${commit} has no migrations`);
  const had = new Set(listed.split('\n'));
  const unknown = [...had].filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new NotRunnable(
      `${commit} is no earlier version: it has the migration ${String(unknown[0])}`,
    );
  return { commit, newer: all.filter((name) => !had.has(name)) };
}

/** Makes the earlier version's tree in a folder, with its packages, and builds it there, unless that was done before. @throws NotRunnable */
export async function buildEarlier({ commit }: Earlier, folder: string): Promise<void> {
  const marker = join(folder, MARKER);
  if (existsSync(marker)) {
    if ((await readFile(marker, 'utf8')) === commit) return;
    await rm(folder, { recursive: true });
  }
  await mkdir(folder, { recursive: true });
  if (readdirSync(folder).length > 0)
    throw new Error(`${folder} holds something else: nothing is put there`);
  await writeFile(marker, '');
  const archive = spawnSync('git', ['archive', commit], { maxBuffer: LARGEST_ARCHIVE });
  if (archive.status !== 0) throw new NotRunnable(`the files of ${commit} are not here`);
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  if (unpacked.status !== 0) throw new NotRunnable('tar could not unpack them');
  await givePackages(folder);
  if (!done(folder, 'npm', '--prefix', folder, 'run', '--silent', 'build'))
    throw new NotRunnable(`${commit} could not be built`);
  await writeFile(marker, commit);
}

/** Those of this tree where it has the same: as further names of the same files, or copies on another disk. */
async function givePackages(folder: string): Promise<void> {
  const [own, theirs] = await Promise.all(
    ['package-lock.json', join(folder, 'package-lock.json')].map(hashOf),
  );
  const target = join(folder, 'node_modules');
  if (own === theirs) {
    for (const how of ['-al', '-a']) {
      if (done('.', 'cp', how, resolve('node_modules'), target)) return;
      await rm(target, { recursive: true, force: true });
    }
  }
  if (!done(folder, 'npm', '--prefix', folder, 'ci', '--no-audit', '--no-fund'))
    throw new NotRunnable('the packages of the earlier version could not be installed');
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

function done(cwd: string, program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
