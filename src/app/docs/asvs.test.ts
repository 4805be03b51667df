import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const text = readFileSync(resolve(root, '.github/asvs.md'), 'utf8');

/** Requirements of levels 1 and 2 in OWASP ASVS 5.0.0. */
const OF_LEVELS_1_AND_2 = 253;
const ANSWERS = ['yes', 'partly', 'no', 'n/a'];

const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** What is named as a file: commands are not. */
function filesIn(words: string): string[] {
  const quoted = [...words.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);
  return quoted.filter(
    (word) =>
      /^[\w.()[\]-]+\/|^[\w.-]+\.(?:mjs|json|ya?ml)$|^\.\w+$|^Dockerfile$/.test(word) &&
      !word.includes(' '),
  );
}

const numbers = (id: string) => id.split('.').map(Number);

describe('the table of ASVS', () => {
  it('has a row for every requirement, in order, each once', () => {
    const ids = rows.map(([id = '']) => id);
    expect(new Set(ids).size).toBe(OF_LEVELS_1_AND_2);
    const sorted = ids.toSorted((left, right) => {
      const [a, b] = [numbers(left), numbers(right)];
      const at = a.findIndex((number, index) => number !== b[index]);
      return (a[at] ?? 0) - (b[at] ?? 0);
    });
    expect(ids).toEqual(sorted);
  });

  it('counts its answers as they are', () => {
    const counts = ANSWERS.map((answer) => rows.filter(([, , , met]) => met === answer).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(OF_LEVELS_1_AND_2);
    expect(text).toContain(
      ANSWERS.map((answer, at) => `${String(counts[at])} ${answer}`).join(', '),
    );
  });

  it.each(rows)('%s (level %s) %s: %s', (_id, _level, _what, met, how = '') => {
    // A folder shows nothing: whoever looks has to find the place.
    const isFile = (name: string) =>
      statSync(resolve(root, name), { throwIfNoEntry: false })?.isFile() === true;
    expect(filesIn(how).filter((name) => !isFile(name))).toEqual([]);
    expect(how.length).toBeGreaterThan(5);
    if (met === 'yes') expect(filesIn(how)).not.toEqual([]);
    expect(ANSWERS).toContain(met);
  });
});
