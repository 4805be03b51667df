import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EOL_STATES } from './proximity';
import * as words from './words';

const SOURCES = new URL('../..', import.meta.url).pathname;
const ITS_OWN = join(SOURCES, 'domain/eol/words.ts');

/** Everything that is written for people, and not by a generator. */
function sources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((name) => join(SOURCES, name))
    .filter((path) => /\.(tsx?|mdx)$/.test(path))
    .filter((path) => !/\.test\.|\/testing\/|\/prisma-client\//.test(path) && path !== ITS_OWN);
}

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** Other words for the same, as they were written before there was one place for them. */
const OTHER_WORDS =
  /(?:[<>]|&[lg]t;) ?(?:6|12) months|\b(?:six|twelve) months\b|\b(?:more|less) than (?:6|12) months|[Uu]nknown to the catalog/;
/** The words themselves, as texts of their own. */
const TEXTS = [
  ...Object.values(words.STATE_WORDS).filter((word) => word !== 'Ended'),
  ...[words.ENDED_UNDATED, words.ENDED_ESTIMATED, words.NOT_MATCHED],
];

it('names the states of the scale, in their order', () => {
  expect(Object.keys(words.STATE_WORDS)).toEqual([...EOL_STATES]);
  expect(Object.keys(words.STATE_CLAUSES)).toEqual([...EOL_STATES]);
});

/** What a file says in words of its own. */
function ownWords(path: string): string[] {
  const text = withoutComments(readFileSync(path, 'utf8'));
  // The documentation is written by hand, and says the words themselves.
  const copied = path.endsWith('.mdx') ? [] : TEXTS;
  return [
    ...(OTHER_WORDS.exec(text) ?? []),
    ...copied.filter((word) => new RegExp(`['"\`>]\\s*${word}\\s*['"\`<]`).test(text)),
  ];
}

it('is where every page, file and message takes its words from', () => {
  const found = sources().map((path) => ({
    path: path.slice(SOURCES.length),
    own: ownWords(path),
  }));
  expect(found.filter(({ own }) => own.length > 0)).toEqual([]);
});
