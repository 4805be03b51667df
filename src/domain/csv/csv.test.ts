import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { attachmentNamed, type CsvCell, csvRecord, exportFileName } from './csv';
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

test('a written cell reads back, but for the apostrophe before a likely formula', () => {
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

const day = parseDay('2026-11-21');
if (day === null) throw new Error('not a day');

test.each([
  ['Acme', 'Acme-images-2026-11-21.csv'],
  ['Acme / R&D (EU)', 'Acme-R-D-EU-images-2026-11-21.csv'],
  ['../../etc/passwd', 'etc-passwd-images-2026-11-21.csv'],
  ['a"\r\nx: y', 'a-x-y-images-2026-11-21.csv'],
  ['東京電力', '東京電力-images-2026-11-21.csv'],
  ['***', 'images-2026-11-21.csv'],
  ['n'.repeat(255), `${'n'.repeat(60)}-images-2026-11-21.csv`],
])('the list of %j is %s', (organization, name) => {
  expect(exportFileName(organization, 'images', day)).toBe(name);
});

test('a name fits into a header, whatever the list is called after', () => {
  const name = exportFileName('東'.repeat(255), '𠮷'.repeat(8_192), day);
  expect(name).toBe(`${'東'.repeat(60)}-${'𠮷'.repeat(120)}-2026-11-21.csv`);
  expect(attachmentNamed(name).length).toBeLessThan(4_096);
});

test('names a file in ASCII and in UTF-8', () => {
  expect(attachmentNamed('Zoë.csv')).toBe(
    `attachment; filename="Zo_.csv"; filename*=UTF-8''Zo%C3%AB.csv`,
  );
});
