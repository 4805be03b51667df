import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { createScanBodyFilter, type FilteredBody } from '@/domain/scan/body/filter';

type Key = string | number;

/** A sample upload as it leaves the filter, after the value at a path of it was replaced or removed. */
export function editedSample(
  name: string,
  path: readonly Key[] = [],
  ...replacement: unknown[]
): unknown {
  const sample = SAMPLE_PAYLOADS.find((candidate) => candidate.name === name);
  const payload: unknown = JSON.parse(sample?.body.toString() ?? '');
  const [key, ...parents] = [...path].reverse();
  if (key !== undefined) {
    const parent = parents
      .reverse()
      .reduce<unknown>((value, step) => Reflect.get(Object(value), step), payload);
    if (replacement.length > 0) Reflect.set(Object(parent), key, replacement[0]);
    else Reflect.deleteProperty(Object(parent), key);
  }
  return parsedJson(filterText(JSON.stringify(payload)));
}

const FOLDER = fileURLToPath(new URL('../../../../e2e/fixtures/payloads/', import.meta.url));

/** Uploads of scanners, and hand-made ones at the edge of the contract, by their path in the fixtures. */
export const SAMPLE_PAYLOADS: readonly { readonly name: string; readonly body: Buffer }[] =
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, body: readFileSync(FOLDER + name) }));

type FilteredText = Omit<FilteredBody, 'json'> & { json: Buffer; document: Buffer };

/** Runs a whole body through the filter, cut at these positions, and gathers the reduced body and the decoded SBOM. */
export function filterText(body: string | Uint8Array, cuts: readonly number[] = []): FilteredText {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  let document: Uint8Array[] = [];
  const filter = createScanBodyFilter({
    onSbomChunk: (chunk) => document.push(chunk),
    onSbomRestart: () => {
      document = [];
    },
  });
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    // A copy that is overwritten afterwards: the filter must not keep views of what it was given.
    const chunk = Uint8Array.from(bytes.subarray(from, Math.max(from, cut)));
    filter.write(chunk);
    chunk.fill(0x7f);
    from = Math.max(from, cut);
  }
  const { json, sbom } = filter.end();
  return { sbom, json: Buffer.concat(json), document: Buffer.concat(document) };
}

/** The reduced body as a value. */
export function parsedJson({ json }: Pick<FilteredText, 'json'>): unknown {
  return JSON.parse(json.toString('utf8'));
}

/** A JSON text that may write its characters, blanks and repeated keys in any way the grammar allows. */
const blank = fc.stringMatching(/^[ \t\r\n]{0,2}$/);

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?$/),
);

function quoted(characters: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const spellings = fc.array(fc.constantFrom('plain', 'hex', 'HEX'), {
    minLength: 4,
    maxLength: 4,
  });
  return fc.tuple(characters, spellings).map(([text, ways]) => {
    const units = [...text].map((character, index) => {
      const way = ways[index % ways.length];
      if (way === 'plain') return JSON.stringify(character).slice(1, -1);
      return character
        .split('')
        .map((unit) => hexEscape(unit, way === 'HEX'))
        .join('');
    });
    return `"${units.join('')}"`;
  });
}

function hexEscape(unit: string, upper: boolean): string {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upper ? digits.toUpperCase() : digits}`;
}

/** JSON texts whose keys are often among `names`, so that they reach what a reader of those names reads. */
export function jsonText(names: readonly string[]): fc.Arbitrary<string> {
  const text = quoted(fc.string({ unit: 'grapheme', maxLength: 12 }));
  const key = fc.oneof(
    { weight: 4, arbitrary: quoted(fc.constantFrom(...names)) },
    { weight: 1, arbitrary: text },
  );
  return fc.letrec<{ value: string }>((tie) => {
    const separated = (items: fc.Arbitrary<string>) =>
      fc.array(
        fc.tuple(blank, items, blank).map((parts) => parts.join('')),
        { maxLength: 5 },
      );
    const member = fc
      .tuple(key, blank, blank, tie('value'))
      .map(([name, a, b, value]) => `${name}${a}:${b}${value}`);
    return {
      value: fc.oneof(
        { maxDepth: 7, withCrossShrink: true },
        fc.oneof(text, number, fc.constantFrom('true', 'false', 'null')),
        separated(member).map((members) => `{${members.join(',')}}`),
        separated(tie('value')).map((items) => `[${items.join(',')}]`),
        separated(member).map((members) => `{${members.join(',')}}`),
      ),
    };
  }).value;
}
