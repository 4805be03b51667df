const pumped = (text: string, times: number) => text.repeat(times);

/** Characters of three bytes, each another one: neither the database nor an index makes a text of them shorter. */
export const unlike = (count: number) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e_00 + at));

/** Days and instants at the ends of the calendar, and beyond them. */
export const TIMES: readonly string[] = [
  ...['2026-02-30', '0000-00-00', '9999-12-31', '275760-09-13T00:00:00Z', '-271821-04-20'],
  ...['2026-W01', '0000-12-31', '0001-01-01', '9999-12-31T23:59:59.999Z'],
  // With their offsets, in another year than is written.
  ...['9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+14:00', '0000-01-01T00:00:00+14:00'],
];

/** Texts that mean something to whoever reads a path, a query or a header. */
export const WORDS: readonly string[] = [
  ...TIMES,
  ...['', ' ', '.', '..', '../..', '/', '//', '\\', '%', '%00', '%zz', '%2e%2e%2f', '%u0041', '\0'],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '[]',
    '{}',
    '[object Object]',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...['0', '-1', '1e999', '999999999999999999999', '0x10', '1.5', '٣', '²', '+1', '01'],
  ...["'", '"', "' OR 1=1 --", '$1', '%s', '${7*7}', '{{7*7}}', '*', '(', '[', '\\', ';', ','],
  ...['\ud800', '\ufeff', '\u202e', '😀', 'ﬃ', 'İ', 'ß', 'a\u0300', '\r\n', '\r\nx: y', '\t'],
  ...[
    '019a0000-0000-7000-8000-000000000000',
    '00000000-0000-0000-0000-000000000000',
    'pkg:',
    'pkg:npm/%00@',
  ],
  ...['x'.repeat(300), 'x'.repeat(3_000), 'é'.repeat(600), '%C3%28', '%F0%9F%98%80', '%ED%A0%80'],
  // What takes long where each repetition is tried with each other.
  ...[pumped('.1', 2_000), pumped('-', 2_000), pumped('*a', 50), pumped('1.0-', 500)],
];

/** More of them, which are too long for an address or a header. */
export const LONG_WORDS: readonly string[] = [
  // As long as names, identifiers and lines of text may be.
  ...[255, 512, 1_000, 1_024, 2_048, 8_192].map(unlike),
  ...[pumped('[', 20_000), pumped('{"a":', 5_000), pumped('a\n', 10_000), pumped('-1.', 10_000)],
  ...[pumped('- ', 10_000), pumped('? ', 10_000), pumped('["]",', 5_000), pumped('"', 50_000)],
  // Where one expression or one walk began anew at each sign of them.
  `pkg:rpm/redhat/a@1-1.el9?upstream=${pumped('.1', 1_500)}a${pumped('-', 1_500)}`,
  `${pumped('-----BEGIN CERTIFICATE-----\n', 2_000)}!-----END CERTIFICATE-----`,
  `a${pumped(' ', 2_000)}==${pumped(' ', 2_000)}b\u2028c`,
];
