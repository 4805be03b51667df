import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { SBOM_FILE } from './assemble';
import { readManifest, sourceTime } from './project';
import { filesBelow } from './runtime-files';

/** The time of everything where nobody said another: the one that npm gives to all files. */
const SOME_TIME = new Date('1985-10-26T08:15:00.000Z');
const EXECUTABLE = 0o100;

/** Packs a folder so that the same content is the same bytes: sorted, of one time, of nobody. */
async function packed(root: string, folder: string, as: string, mtime: Date): Promise<Buffer> {
  const entries: TarEntry[] = [];
  for (const path of (await filesBelow(root, folder)).toSorted()) {
    const file = join(root, path);
    const found = await lstat(file);
    const name = `${as}${path.slice(folder.length)}`;
    const header = { name, mtime, uid: 0, gid: 0, uname: '', gname: '' };
    if (found.isSymbolicLink()) {
      const linkname = await readlink(file);
      entries.push({ header: { ...header, type: 'symlink', linkname, size: 0, mode: 0o777 } });
      continue;
    }
    const body = await readFile(file);
    const mode = (found.mode & EXECUTABLE) === 0 ? 0o644 : 0o755;
    entries.push({ header: { ...header, size: body.length, mode }, body });
  }
  return promisify(gzip)(await packTar(entries), { level: 9 });
}

function platform(): string {
  return `${process.platform}-${process.arch}`;
}

/** The chart as `helm package` names it, and with what it would hold: its file's name and its content. */
export async function packedChart(root: string): Promise<readonly [string, Buffer]> {
  const { name, version } = await readManifest(root);
  const mtime = (await sourceTime(root)) ?? SOME_TIME;
  return [`${name}-${version}.tgz`, await packed(root, 'deploy/helm/eventide', name, mtime)];
}

/** What watches the service from outside, and how its files are called in a release. */
const WATCHING = [
  { folder: 'deploy/grafana', prefix: 'grafana-' },
  // The test of the rules names their file.
  { folder: 'deploy/prometheus', prefix: '' },
];

/** Files of a release that are those of a checkout: by the name there the path here. */
export async function filesAsTheyAre(root: string): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {
    'eventide.service': 'deploy/systemd/eventide.service',
    'CHANGELOG.md': 'deploy/CHANGELOG.md',
  };
  for (const { folder, prefix } of WATCHING)
    for (const path of await filesBelow(root, folder)) files[`${prefix}${basename(path)}`] = path;
  return files;
}

/** What a release consists of, in the folder that is returned: nothing else is in it. */
export async function makeArtifacts(root: string, target: string): Promise<readonly string[]> {
  const { name, version } = await readManifest(root);
  const mtime = (await sourceTime(root)) ?? SOME_TIME;
  const full = `${name}-${version}`;
  const artifacts: Record<string, Buffer> = {
    [`${full}-${platform()}.tar.gz`]: await packed(root, 'dist/runtime', full, mtime),
    [`${full}-cli.tgz`]: await readFile(join(root, `public/cli/${name}.tgz`)),
    [`${full}-${platform()}.${SBOM_FILE}`]: await readFile(join(root, 'dist/runtime', SBOM_FILE)),
    ...Object.fromEntries([await packedChart(root)]),
  };
  for (const [file, path] of Object.entries(await filesAsTheyAre(root)))
    artifacts[file] = await readFile(join(root, path));
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const names = Object.keys(artifacts).toSorted();
  const sums: string[] = [];
  for (const file of names) {
    const content = artifacts[file] ?? Buffer.alloc(0);
    await writeFile(join(target, file), content);
    sums.push(`${createHash('sha256').update(content).digest('hex')}  ${file}`);
  }
  await writeFile(join(target, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  return sums;
}
