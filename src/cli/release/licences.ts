import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NativePart } from './native-parts';
import type { Contents } from './sbom';

const TEXT = /^(?:licen[cs]e|copying|notice)/i;

/** Texts of what comes without: one for each part, by its name. */
const KEPT = 'src/cli/release/licence-texts';

/** Node's package fetches that of the machine's kind, which has the licence, with those of all that is linked into it. */
const NODES_OF_MACHINES = 'node_modules/node/node_modules';

const tidy = (text: string) => text.replaceAll('\r\n', '\n').trim();

async function textsOf(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => !/\.(?:js|json|ts)$/.test(name))
    .toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(root, folder, name), 'utf8')));
  return texts.map(tidy).filter((text) => text !== '');
}

async function textsOfNode(root: string): Promise<string[]> {
  const names = await readdir(join(root, NODES_OF_MACHINES)).catch(() => []);
  const texts = names.map((name) => textsOf(root, `${NODES_OF_MACHINES}/${name}`));
  return (await Promise.all(texts)).flat();
}

/** @throws Error where there is none: a part is never shipped without */
async function textsOfPart(root: string, { name }: NativePart): Promise<string[]> {
  if (name !== 'node') return [tidy(await readFile(join(root, KEPT, `${name}.txt`), 'utf8'))];
  const texts = await textsOfNode(root);
  if (texts.length === 0) throw new Error(`${NODES_OF_MACHINES} has no licence of Node`);
  return texts;
}

/**
 * Writes down whose work an installation holds: a line for each, then the texts of the licences that come with them,
 * each once.
 * @throws Error where a program or a library has no text
 */
export async function licenceList(root: string, { packages, parts }: Contents): Promise<string> {
  const lines = [
    ...parts.map(({ name, version, license, within }) => {
      const as = `${name} ${version ?? '(version not stated)'}`;
      return `${as}: ${license} (inside ${within})`;
    }),
    ...packages.map(
      ({ name, version, license }) => `${name} ${version}: ${license ?? 'no licence stated'}`,
    ),
  ];
  const holders = new Map<string, string[]>();
  const hold = (text: string, holder: string) => {
    holders.set(text, [...(holders.get(text) ?? []), holder]);
  };
  for (const part of parts) {
    const holder = [part.name, part.version ?? []].flat().join(' ');
    for (const text of await textsOfPart(root, part)) hold(text, holder);
  }
  for (const { folder, name, version } of packages) {
    for (const text of await textsOf(root, folder)) hold(text, `${name} ${version}`);
  }
  const texts = [...holders].map(([text, names]) => `${names.join(', ')}\n\n${text}`);
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `${['What Eventide is made of, and under which licences', lines.join('\n'), ...texts].join(rule)}\n`;
}
