import { createHash } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeArtifacts } from './artifacts';
import { assemble } from './assemble';
import { buildAnew } from './build';
import { ROOT } from './project';
import { filesBelow } from './runtime-files';

const USAGE = `usage: npm run build:runtime   builds anew and puts together what runs, in dist/runtime
       npm run release         the same, and packs what a release consists of, in dist/release
       npm run test:release    makes a release twice, and fails where the two differ`;

async function runtime(): Promise<void> {
  await buildAnew(ROOT);
  const { packages, parts } = await assemble(ROOT, join(ROOT, 'dist/runtime'));
  const of = `${String(packages.length)} packages, ${String(parts.length)} programs and libraries`;
  console.log(`dist/runtime: ${of}`);
}

async function release(): Promise<readonly string[]> {
  await runtime();
  const sums = await makeArtifacts(ROOT, join(ROOT, 'dist/release'));
  console.log(sums.join('\n'));
  return sums;
}

/** The digest of each file of what runs, to name those that differ. */
async function digests(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of await filesBelow(ROOT, 'dist/runtime')) {
    const file = join(ROOT, path);
    const content = (await lstat(file)).isSymbolicLink()
      ? await readlink(file)
      : await readFile(file);
    found.set(path, createHash('sha256').update(content).digest('hex'));
  }
  return found;
}

async function twice(): Promise<void> {
  const sums = await release();
  const files = await digests();
  const sumsAgain = await release();
  const filesAgain = await digests();
  const differing = [
    ...sumsAgain.filter((sum) => !sums.includes(sum)),
    ...[...filesAgain.keys()].filter((path) => files.get(path) !== filesAgain.get(path)),
    ...[...files.keys()].filter((path) => !filesAgain.has(path)),
  ];
  if (differing.length > 0) throw new Error(`Not the same a second time:\n${differing.join('\n')}`);
  console.log(`${String(sums.length)} artifacts, the same bytes twice`);
}

const commands: Readonly<Record<string, () => Promise<unknown>>> = { runtime, release, twice };
const command = commands[process.argv[2] ?? ''];
if (command === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await command();
}
