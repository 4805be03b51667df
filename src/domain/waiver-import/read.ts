import { z } from 'zod';
import { addDays, type Day, dayOf, parseDay } from '@/domain/eol/calendar';
import type { Fault } from '@/domain/errors';
import { readFileText } from '@/domain/policy-file/text';
import { lineOfOthers } from '@/domain/validation/foreign-text';

/** Files in which scanners are told what to ignore. */
export const IGNORE_FILES = ['.trivyignore', '.trivyignore.yaml', '.snyk'] as const;
export type IgnoreFile = (typeof IGNORE_FILES)[number];

export const MAX_IGNORE_CHARACTERS = 262_144;
/** Entries of one file. */
export const MAX_IGNORED = 500;
/** Signs of YAML, some ten times those of so many entries: everybody may have a file read, and a text of nothing else takes long. */
const MAX_IGNORE_SIGNS = 30_000;
/** Ids, and what is wrong with an entry, are cut to so much: they are shown, and not more. */
const MAX_ID_LENGTH = 300;

/** One entry of a file. */
export interface Ignored {
  /** From 1. */
  readonly line: number;
  readonly id: string;
  /** The last day on which it holds, as of a waiver; null: it says no end. */
  readonly endsOn: Day | null;
  readonly reason: string | null;
  /** Why it cannot be meant as a waiver, whatever its id is; null: nothing is in the way. */
  readonly fault: string | null;
}

/** What a file says, or what is wrong with it. */
export type ReadIgnores =
  { readonly entries: readonly Ignored[] } | { readonly faults: readonly Fault[] };

/** Reads what a file has ignored. What is limited to parts that a waiver has none of is told as not understood. */
export function readIgnores(file: IgnoreFile, text: string): ReadIgnores {
  const read = READERS[file](text);
  return 'entries' in read && read.entries.length > MAX_IGNORED ? TOO_MANY : read;
}

const READERS = {
  '.trivyignore': (text) => ({ entries: readLines(text) }),
  '.trivyignore.yaml': readTrivyYaml,
  '.snyk': readSnyk,
} as const satisfies Record<IgnoreFile, (text: string) => ReadIgnores>;

/**
 * Reads `.trivyignore`: an id a line, with `exp:2027-01-31` after it, comments behind `#`. A comment directly above an
 * entry is taken for its reason, which the file has no other place for.
 * Source: Trivy's documentation "Filtering", `.trivyignore`.
 */
function readLines(text: string): Ignored[] {
  const entries: Ignored[] = [];
  let comment: string[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line.startsWith('#')) {
      comment.push(line.replace(/^#+\s*/, ''));
      continue;
    }
    const [id = '', ...rest] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    const beside = line.includes('#') ? line.slice(line.indexOf('#') + 1).trim() : '';
    const reason = [...comment, beside].filter((part) => part !== '').join('\n');
    comment = [];
    if (id === '') continue;
    entries.push(entry({ line: index + 1, id, reason: reason || null, ...expiryOf(rest) }));
    if (entries.length > MAX_IGNORED) break;
  }
  return entries;
}

function expiryOf(words: readonly string[]): Pick<Ignored, 'endsOn' | 'fault'> {
  const [word, ...others] = words;
  if (word === undefined) return { endsOn: null, fault: null };
  const expiresOn = word.startsWith('exp:') ? parseDay(word.slice('exp:'.length)) : null;
  if (expiresOn === null || others.length > 0) {
    return { endsOn: null, fault: `what follows the id is not understood: ${words.join(' ')}` };
  }
  return { endsOn: addDays(expiresOn, -1), fault: null };
}

const INSTANT =
  /^\d{4}-\d{2}-\d{2}[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})|Z)?$/i;

/** Who writes the last minute of a day means all of it. */
const MINUTE_MS = 60_000;

/**
 * Gives the last day, in UTC, that is over before an entry expires: what these files call an end is the instant from which it does
 * not hold any more, of a day its beginning. A waiver holds through its last day, and is to last no longer than the entry.
 */
function lastDayBefore(expiry: string): Day | null {
  const day = parseDay(expiry.slice(0, 'YYYY-MM-DD'.length));
  if (day === null) return null;
  const { time, sign, hours = '', minutes = '' } = INSTANT.exec(expiry)?.groups ?? {};
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  const atMs = time === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone}`);
  const expiresOn = Number.isNaN(atMs) ? day : dayOf(new Date(atMs + MINUTE_MS));
  return addDays(expiresOn, -1);
}

const texts = z.array(z.string()).nullish();

const trivyFile = z.looseObject({
  vulnerabilities: z
    .array(
      z.looseObject({
        id: z.string(),
        paths: texts,
        purls: texts,
        expired_at: z.string().nullish(),
        statement: z.string().nullish(),
      }),
    )
    .nullish(),
});

/** Reads `.trivyignore.yaml`. Source: Trivy's documentation "Filtering", `.trivyignore.yaml`. */
function readTrivyYaml(text: string): ReadIgnores {
  const read = readFileText(text, MAX_IGNORE_SIGNS);
  if ('faults' in read) return read;
  const parsed = trivyFile.safeParse(read.value ?? {});
  if (!parsed.success) return { faults: [fault('is not of the form of .trivyignore.yaml')] };
  const { vulnerabilities } = parsed.data;
  // Before any of them is looked for in the text: each look goes through what stands before it.
  if ((vulnerabilities?.length ?? 0) > MAX_IGNORED) return TOO_MANY;
  const entries = (vulnerabilities ?? []).map(
    ({ id, paths, purls, expired_at, statement }, index) => {
      const limits = [(paths?.length ?? 0) > 0 && 'paths', (purls?.length ?? 0) > 0 && 'purls'];
      return entry({
        line: read.placeOf(['vulnerabilities', index]).line,
        ...{ id, reason: statement?.trim() || null },
        ...within(expired_at, limits.filter(Boolean).join(' and ')),
      });
    },
  );
  return { entries };
}

const snykRule = z.looseObject({ reason: z.string().nullish(), expires: z.string().nullish() });
const snykFile = z.looseObject({
  ignore: z.record(z.string(), z.array(z.record(z.string(), snykRule))).nullish(),
});

/** Reads `.snyk`: of each id its rules, by path. Source: Snyk's documentation "The .snyk file". */
function readSnyk(text: string): ReadIgnores {
  const read = readFileText(text, MAX_IGNORE_SIGNS);
  if ('faults' in read) return read;
  const parsed = snykFile.safeParse(read.value ?? {});
  if (!parsed.success) return { faults: [fault('is not of the form of .snyk')] };
  const ignored = Object.entries(parsed.data.ignore ?? {});
  const count = ignored
    .flatMap(([, rules]) => rules)
    .reduce((sum, byPath) => sum + Object.keys(byPath).length, 0);
  // As above; ids that ignore nothing are gone through, too.
  if (Math.max(count, ignored.length) > MAX_IGNORED) return TOO_MANY;
  const entries = ignored.flatMap(([id, rules]) =>
    rules.flatMap((byPath, index) =>
      Object.entries(byPath).map(([path, { reason, expires }]) =>
        entry({
          line: read.placeOf(['ignore', id, index]).line,
          ...{ id, reason: reason?.trim() || null },
          ...within(expires, path === '*' ? '' : 'a path'),
        }),
      ),
    ),
  );
  return { entries };
}

/** @param limit what the entry is limited to; empty: nothing */
function within(
  expiry: string | null | undefined,
  limit: string,
): Pick<Ignored, 'endsOn' | 'fault'> {
  const endsOn = expiry ? lastDayBefore(expiry) : null;
  if (limit !== '') return { endsOn, fault: `is limited to ${limit}, which no waiver is` };
  if (expiry && endsOn === null) return { endsOn, fault: `its end is not understood: ${expiry}` };
  return { endsOn, fault: null };
}

/** An id that names control characters, as YAML can, is nothing's: it is told as unknown, and the other entries are asked for. */
function entry({ id, reason, fault: why, ...rest }: Ignored): Ignored {
  return {
    ...rest,
    id: lineOfOthers(id, MAX_ID_LENGTH),
    reason,
    fault: why === null ? null : lineOfOthers(why, MAX_ID_LENGTH),
  };
}

function fault(message: string): Fault {
  return { loc: ['body', 'content'], msg: `Value error, ${message}`, type: 'value_error' };
}

const TOO_MANY: ReadIgnores = {
  faults: [fault(`there are more than ${String(MAX_IGNORED)} entries`)],
};
