import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { licenceList } from './licences';
import { nodePart, type NativePart, postgresFolder, postgresParts } from './native-parts';

const ROOT = process.cwd();

/** What only the text of each has, as its authors wrote it. */
const WORDS: Readonly<Record<string, string>> = {
  icu: 'ICU 58 and later',
  libxml2: 'Upstream-Name: libxml2',
  libxslt: 'Licence for libexslt',
  openssl: 'for use in the OpenSSL Toolkit',
  'ossp-uuid': 'Ralf S. Engelschall',
  postgresql: 'PostgreSQL Global Development Group',
  xz: 'liblzma is in the public domain',
  zlib: 'Jean-loup Gailly and Mark Adler',
};

const partOf = (name: string): NativePart => ({
  ...{ name, version: null, license: 'MIT', cpe: null },
  within: 'node_modules/a',
});
const packages = [
  { folder: 'node_modules/zod', name: 'zod', version: '4.0.0', license: 'MIT', sha512: null },
];
const list = await licenceList(ROOT, {
  packages,
  parts: [nodePart('24.0.0'), ...Object.keys(WORDS).map(partOf)],
});

test('Node has the licences of what is linked into it', () => {
  for (const words of ['Node.js is licensed for use', 'V8, located at', 'OpenSSL, located at'])
    expect(list).toContain(words);
});

describe('what the embedded PostgreSQL brings', () => {
  test('has a text for each, and none for what it does not bring', async () => {
    const brought = (await postgresParts(ROOT, postgresFolder())).map(({ name }) => name);
    expect(brought).toContain('postgresql');
    expect(Object.keys(WORDS)).toEqual(expect.arrayContaining(brought));
    const kept = readdirSync('src/cli/release/licence-texts').filter((file) =>
      file.endsWith('.txt'),
    );
    expect(kept.toSorted()).toEqual(Object.keys(WORDS).map((name) => `${name}.txt`));
  });

  test.each(Object.entries(WORDS))('%s: its own, under its name', (name, words) => {
    const text = readFileSync(`src/cli/release/licence-texts/${name}.txt`, 'utf8');
    expect(text).toContain(words);
    expect(list).toContain(`\n${name}\n\n${text.trim()}\n`);
  });
});

test('packages have their lines and their texts', () => {
  expect(list).toContain('\nzod 4.0.0: MIT\n');
  expect(list).toContain(readFileSync('node_modules/zod/LICENSE', 'utf8').trim());
});

test('a part without a text is refused', async () => {
  const contents = { packages: [], parts: [partOf('unheard-of')] };
  await expect(licenceList(ROOT, contents)).rejects.toThrow(/unheard-of/);
});
