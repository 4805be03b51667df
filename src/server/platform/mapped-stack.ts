import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** `at name (file:///app/dist/main.js:10:5)`, `at /app/dist/main.js:10:5`: where a frame is, if it is in code of ours. */
const FRAME =
  /(?<=\(|at )(?<file>(?:file:\/\/)?[^\s():]*(?::\\[^\s():]*)?\.js):(?<line>\d+):(?<column>\d+)/;
const NOT_OURS = /[/\\]node_modules[/\\]/;

/** Places that were looked up; of an error that goes on and on, each frame is looked up once. */
const MAX_PLACES = 2_000;
const places = new Map<string, string | null>();

const sourceMap = z.object({
  sources: z.array(z.string().nullable()),
  sourceRoot: z.string().optional(),
  mappings: z.string(),
});

/**
 * Says of a stack where its frames are in the code as it was written. Node does that itself when it is told to, but reads
 * the source maps of all code that it loads, and keeps them: a quarter of a gigabyte, for errors that are rare. Here they
 * are read when there is an error.
 */
export function mappedStack(stack: string): string {
  return stack
    .split('\n')
    .map((line) => {
      const frame = FRAME.exec(line)?.groups;
      return frame ? line.replace(FRAME, (whole) => placeOf(whole, frame) ?? whole) : line;
    })
    .join('\n');
}

function placeOf(
  whole: string,
  { file = '', line = '', column = '' }: Readonly<Record<string, string>>,
): string | null {
  const known = places.get(whole);
  if (known !== undefined) return known;
  const place = NOT_OURS.test(file) ? null : lookedUp(file, Number(line), Number(column));
  const [oldest] = places.keys();
  if (places.size === MAX_PLACES && oldest !== undefined) places.delete(oldest);
  places.set(whole, place);
  return place;
}

/** Null where there is no map beside the file, or none that says anything of the place. */
function lookedUp(file: string, line: number, column: number): string | null {
  try {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    const {
      sources,
      sourceRoot = '',
      mappings,
    } = sourceMap.parse(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
    const found = originalOf(mappings, line - 1, column - 1);
    const source = found && sources[found.source];
    if (!source) return null;
    const place = `${String(found.line + 1)}:${String(found.column + 1)}`;
    return `${resolve(dirname(path), sourceRoot, decodeURIComponent(source))}:${place}`;
  } catch {
    // A stack that stays as it is says more than an error about it.
    return null;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

interface Original {
  readonly source: number;
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the last place at or before a column of generated code. Lines and columns from 0. The numbers of a segment are
 * differences to those of the one before, over all lines, so all that come before are added up.
 */
function originalOf(mappings: string, line: number, column: number): Original | null {
  const sums = { source: 0, line: 0, column: 0 };
  let found: Original | null = null;
  for (const [index, segments] of mappings.split(';', line + 1).entries()) {
    let at = 0;
    for (const segment of segments.split(',')) {
      const [generated = 0, source, originalLine = 0, originalColumn = 0] = numbersOf(segment);
      at += generated;
      if (source === undefined) continue;
      sums.source += source;
      sums.line += originalLine;
      sums.column += originalColumn;
      if (index === line && at <= column) found = { ...sums };
    }
  }
  return found;
}

/** Reads base64 VLQ: five bits a digit, the lowest first, of which the first is the sign; a sixth says that more follow. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = [];
  let number = 0;
  let shift = 0;
  for (const digit of segment) {
    const value = VALUES.get(digit) ?? 0;
    number += (value & 31) << shift;
    shift += 5;
    if (value & 32) continue;
    numbers.push(number & 1 ? -(number >> 1) : number >> 1);
    number = 0;
    shift = 0;
  }
  return numbers;
}
