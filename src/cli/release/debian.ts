import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  /** What it was built from; its version is null where that is the package's. */
  readonly source: { readonly name: string; readonly version: string | null };
}

/** The distribution that an image stands on, and what of it is there. */
export interface Debian {
  /** As `os-release` has it: `debian`. */
  readonly id: string;
  readonly version: string;
  readonly packages: readonly DebianPackage[];
}

/** One field, of its first line; undefined: it is not there. */
function fieldOf(text: string, name: string, mark: string): string | undefined {
  const start = `${name}${mark}`;
  const line = text.split('\n').find((one) => one.startsWith(start));
  return line?.slice(start.length).trim().replaceAll('"', '');
}

/** @throws Error naming what the text lacks */
function wanted(text: string, name: string, mark: string, of: string): string {
  const found = fieldOf(text, name, mark);
  if (!found) throw new Error(`${of} has no ${name}`);
  return found;
}

/** Reads what dpkg says of one package: `dpkg-query --status`. */
export function packageOfStatus(status: string, file: string): DebianPackage {
  const field = (name: string) => wanted(status, name, ':', file);
  const name = field('Package');
  // `gcc-14 (14.2.0-19)`, where the version is another one.
  const source = /^(\S+)(?: \((.+)\))?$/.exec(fieldOf(status, 'Source', ':') ?? name);
  return {
    ...{ name, version: field('Version'), architecture: field('Architecture') },
    source: { name: source?.[1] ?? name, version: source?.[2] ?? null },
  };
}

/** Reads what `root.sh` has put into the root of an image. */
export async function readDebian(root: string): Promise<Debian> {
  const release = await readFile(join(root, 'usr/lib/os-release'), 'utf8');
  const id = wanted(release, 'ID', '=', 'os-release');
  // Debian that is not released yet has no number.
  const version =
    fieldOf(release, 'VERSION_ID', '=') ?? wanted(release, 'VERSION_CODENAME', '=', 'os-release');
  const folder = join(root, 'var/lib/dpkg/status.d');
  const names = (await readdir(folder)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return { id, version, packages: texts.map((text, at) => packageOfStatus(text, names[at] ?? '')) };
}
