import { expect, test } from 'vitest';
import { UnreadableAnswer } from './evidence';
import { jsonPieces } from './json-pieces';

/** Reads a document in pieces of some bytes; what came of it, or why nothing can. */
function read(text: string, bytesAtOnce = 7, paths = ['$.files.*', '$.state']) {
  const heard: unknown[] = [];
  const pieces = jsonPieces(paths, (value, key) => heard.push([key, value]));
  const bytes = new TextEncoder().encode(text);
  try {
    for (let from = 0; from < bytes.length; from += bytesAtOnce)
      pieces.write(bytes.subarray(from, from + bytesAtOnce));
    pieces.end();
    return heard;
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

const REFUSED = 'not JSON';
const DOCUMENT = {
  meta: { 'api-version': '1.4' },
  files: [{ filename: 'ä-1.0.tar.gz', hashes: { sha256: 'x' } }, { filename: 'b"\\' }],
  state: { status: 'archived' },
  versions: ['1.0'],
};

test.each([1, 2, 3, 1_000])('values at the paths, in pieces of %i bytes', (bytesAtOnce) => {
  expect(read(JSON.stringify(DOCUMENT), bytesAtOnce)).toEqual([
    [0, DOCUMENT.files[0]],
    [1, DOCUMENT.files[1]],
    ['state', DOCUMENT.state],
  ]);
});

test('no more is held than one value, however much is between them', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ filename: `it-${String(at)}` }));
  expect(read(JSON.stringify({ files: many }), 65_536)).toHaveLength(20_000);
  expect(read(JSON.stringify({ files: [many] }), 65_536)).toBe('too large a value');
  expect(read(JSON.stringify({ state: { many } }), 65_536)).toBe('too large a value');
  const between = { other: many, also: { files: many, state: many }, ...DOCUMENT, last: many };
  expect(read(JSON.stringify(between), 65_536)).toEqual(read(JSON.stringify(DOCUMENT)));
});

test('a text is whole when it is longer than what is kept of it at a time', () => {
  const text = `${'ä€😀\\"'.repeat(20_000)}x`;
  expect(read(JSON.stringify({ state: text }), 1_001)).toEqual([['state', text]]);
});

test.each([1_000, 65_536, 10_000_000])(
  'a text or a number that is too long is refused, in pieces of %i bytes',
  (bytesAtOnce) => {
    const long = 'x'.repeat(1_500_000);
    for (const document of [{ state: long }, { other: long }, { [long]: 1 }])
      expect(read(JSON.stringify(document), bytesAtOnce)).toBe('too long a text');
    expect(read(`{"other":${'1'.repeat(1_500_000)}}`, bytesAtOnce)).toBe('too long a text');
    const longest = 'x'.repeat(1_000_000);
    expect(read(JSON.stringify({ other: [longest, longest] }), bytesAtOnce)).toEqual([]);
  },
);

test('what is no document is refused', () => {
  for (const text of [
    '',
    '{"files":[{"filename":"x"}',
    '{"files":[}',
    '<html>',
    '{}{}',
    'nope',
    ':',
  ])
    expect([text, read(text)]).toEqual([text, REFUSED]);
  expect(read('['.repeat(100_000), 65_536)).toBe('too many levels');
  expect(read(`{"files":${'['.repeat(40)}`)).toBe('too many levels');
});

test('who hears of a value may refuse it in words of its own', () => {
  const refusing = jsonPieces(['$.files.*'], () => {
    throw new UnreadableAnswer('too many releases');
  });
  const bytes = new TextEncoder().encode(JSON.stringify(DOCUMENT));
  expect(() => {
    refusing.write(bytes);
  }).toThrow('too many releases');
  expect(() => {
    refusing.end();
  }).toThrow(REFUSED);
});
