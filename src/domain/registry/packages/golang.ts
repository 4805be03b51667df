import { z } from 'zod';
import { isKeptVersion } from '../component';
import { readAs } from '../evidence';
import { readGoMod } from '../golang';
import { lineOf } from '../lines';
import {
  dayOfText,
  type LineFacts,
  packageStatement,
  type PackageStatement,
} from '../package-facts';
import { successorIn } from '../successor';

const info = z.object({ Version: z.string(), Time: z.string().nullish() });

/** A path without the major version that it ends in, and which one that is. */
export function majorOfPath(path: string): { readonly base: string; readonly major: number } {
  const [, base = path, major = '1'] = /^(.*)\/v(\d{1,4})$/.exec(path) ?? [];
  return { base, major: Number(major) };
}

/**
 * The path of the module that is the next major version of another.
 * @param beforeModules the highest version from before modules that the path has, `v3.2.2+incompatible`, after which comes 4
 */
export function nextPath(path: string, beforeModules: string | null = null): string {
  const { base, major } = majorOfPath(path);
  const [, last] = /^v(\d{1,4})\./.exec(beforeModules ?? '') ?? [];
  return `${base}/v${String(Math.max(major, Number(last ?? 0)) + 1)}`;
}

/** Reads `/@latest` as the last release of a module's line; null without a day, or where it names no version. @throws UnreadableAnswer */
export function readGoLine(document: unknown, path: string): LineFacts | null {
  const { Version: newest, Time: at } = readAs(info, document);
  if (!isKeptVersion(newest)) return null;
  const on = dayOfText(at);
  const line = lineOf('golang', path, newest);
  return on === null || line === null ? null : { line: line.name, newest, on };
}

/** Reads what a module's newest `go.mod` says against it. Source: Go modules reference, "Deprecation", "retract directive". */
export function goStatements(newestGoMod: string, path: string): PackageStatement[] {
  const { deprecated, retracted } = readGoMod(newestGoMod);
  const ranges = retracted.map(({ low, high, rationale }) =>
    packageStatement(
      { kind: 'yanked', known: 'Retracted by its author', words: rationale },
      { versions: null, ranges: [[low, high]] },
    ),
  );
  if (deprecated === null) return ranges;
  const successor = successorIn('golang', path, deprecated);
  const said = { kind: 'deprecated', known: 'The module is deprecated' } as const;
  return [
    ...ranges,
    packageStatement({ ...said, words: deprecated, successor }, { versions: null }),
  ];
}
