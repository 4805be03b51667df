import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contents } from './sbom';

const TEXT = /^(?:licen[cs]e|copying|notice)/i;

async function textsOf(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => !/\.(?:js|json|ts)$/.test(name))
    .toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(root, folder, name), 'utf8')));
  return texts.map((text) => text.replaceAll('\r\n', '\n').trim()).filter((text) => text !== '');
}

/**
 * Writes down whose work an installation holds: a line for each, then the texts of the licences that come with them,
 * each once.
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
  for (const { folder, name, version } of packages) {
    for (const text of await textsOf(root, folder)) {
      holders.set(text, [...(holders.get(text) ?? []), `${name} ${version}`]);
    }
  }
  const texts = [...holders].map(([text, names]) => `${names.join(', ')}\n\n${text}`);
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `${['What Eventide is made of, and under which licences', lines.join('\n'), ...texts].join(rule)}\n`;
}
