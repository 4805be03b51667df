import fc from 'fast-check';

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
