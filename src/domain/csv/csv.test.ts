import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRecord, type CsvCell } from './csv';
import { parseCsv } from './testing/parse-csv';

test.each<[CsvCell, string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['a;b', '"a;b"'],
  [' padded ', '" padded "'],
  [null, ''],
  ['', ''],
  [-12, '-12'],
  [true, 'true'],
  ['Straße 東京', 'Straße 東京'],
])('writes %j', (cell, written) => {
  expect(csvRecord([cell, 'x'])).toBe(`${written},x\r\n`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n1', '  =1', '＝1', '＠x'])(
  'a spreadsheet does not run %j',
  (text) => {
    expect(parseCsv(csvRecord([text]))).toEqual([[`'${text}`]]);
  },
);

test.each(['a=b', '1-2', 'user@example.com', "'quoted'", ' a'])('leaves %j alone', (text) => {
  expect(parseCsv(csvRecord([text]))).toEqual([[text]]);
});

/** Texts made of what matters to CSV and to spreadsheets, among any others. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('"', ',', '\r', '\n', '\t', '=', '+', '-', '@', ' ', "'", 'a', '；'),
  }),
);

test('what is written is read back, but for the apostrophe of what looks like a formula', () => {
  const tables = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 8 });
  fc.assert(
    fc.property(tables, (table) => {
      const read = parseCsv(table.map(csvRecord).join(''));
      expect(read.map((record) => record.length)).toEqual(table.map((record) => record.length));
      for (const [line, record] of table.entries()) {
        for (const [column, given] of record.entries()) {
          const found = read[line]?.[column] ?? null;
          expect([given, `'${given}`]).toContain(found);
          expect(found).not.toMatch(/^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u);
        }
      }
    }),
  );
});
