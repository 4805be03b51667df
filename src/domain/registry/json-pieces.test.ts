import { expect, test } from 'vitest';
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

const REFUSED = 'not JSON as registries write it';
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

test('no more is held than one value', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ filename: `it-${String(at)}` }));
  expect(read(JSON.stringify({ files: many }), 65_536)).toHaveLength(20_000);
  expect(read(JSON.stringify({ files: [many] }), 65_536)).toBe(REFUSED);
  expect(read(JSON.stringify({ other: many }), 65_536)).toBe(REFUSED);
});

test('what is no document is refused', () => {
  for (const text of ['', '{"files":[{"filename":"x"}', '{"files":[}', '<html>', '{}{}', 'nope'])
    expect([text, read(text)]).toEqual([text, REFUSED]);
  expect(read('['.repeat(100_000), 65_536)).toBe(REFUSED);
  expect(read(`{"files":${'['.repeat(40)}`)).toBe(REFUSED);
});
