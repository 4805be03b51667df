import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeArtifacts } from './artifacts';
import { assemble, SBOM_FILE, writeJson } from './assemble';
import { buildAnew } from './build';
import { readDebian } from './debian';
import { contentsOf, differing, openRelease } from './opened';
import { ROOT } from './project';
import { onDebian } from './sbom';

const USAGE = `usage: npm run build:runtime   builds anew and puts together what runs, in dist/runtime
       npm run release         the same, and packs what a release consists of, in dist/release
       npm run test:release    makes a release twice, fails where the two differ, and opens and starts it
       main.ts debian FOLDER   tells the SBOM in dist/runtime what the root of an image in FOLDER gives`;

const RUNTIME = join(ROOT, 'dist/runtime');
const RELEASE = join(ROOT, 'dist/release');

async function runtime(): Promise<void> {
  await buildAnew(ROOT);
  const { packages, parts } = await assemble(ROOT, RUNTIME);
  const of = `${String(packages.length)} packages, ${String(parts.length)} programs and libraries`;
  console.log(`dist/runtime: ${of}`);
}

async function debian(folder: string): Promise<void> {
  const file = join(RUNTIME, SBOM_FILE);
  const document: unknown = JSON.parse(await readFile(file, 'utf8'));
  await writeJson(file, onDebian(document, await readDebian(folder)));
}

async function release(): Promise<readonly string[]> {
  await runtime();
  const sums = await makeArtifacts(ROOT, RELEASE);
  console.log(sums.join('\n'));
  return sums;
}

async function twice(): Promise<void> {
  const sums = await release();
  const files = await contentsOf(RUNTIME);
  const sumsAgain = await release();
  const others = [
    ...sumsAgain.filter((sum) => !sums.includes(sum)),
    ...differing(files, await contentsOf(RUNTIME)),
  ];
  if (others.length > 0) throw new Error(`Not the same a second time:\n${others.join('\n')}`);
  console.log(`${String(sums.length)} artifacts, the same bytes twice`);
  await openRelease(RELEASE, RUNTIME);
  console.log('Its sums are right, and what was unpacked starts, answers and ends');
}

const commands: ReadonlyMap<string, () => Promise<unknown>> = new Map(
  Object.entries({ runtime, release, twice }),
);
const [name = '', folder, ...others] = process.argv.slice(2);
const command = name === 'debian' && folder ? () => debian(folder) : commands.get(name);
if (command === undefined || others.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await command();
}
