import { emailSchema } from '@/domain/user/account';

interface Addresses {
  /** Normalized addresses, each once. */
  readonly good: readonly string[];
  /** Entries that are no address. */
  readonly bad: readonly string[];
}

/** A quoted name before an address in angle brackets, as mail programs copy it. */
const QUOTED_NAME = /"[^"\n]*"\s*(?=<)/g;
/** Half of a name that a comma divides: `Lovelace, Ada <ada@example.com>`. */
const NAME_WORDS = /^[\p{L}\p{M}'\u2019. -]*$/u;

/**
 * Reads addresses out of a text: on lines of their own, or with blanks, commas or semicolons between, with
 * names around them as mail programs write them.
 */
export function readAddresses(text: string): Addresses {
  const good = new Set<string>();
  const bad = new Set<string>();
  for (const entered of wordsOf(text)) {
    const address = emailSchema.safeParse(entered.replace(/^mailto:/i, ''));
    if (address.success) good.add(address.data);
    else bad.add(entered);
  }
  return { good: [...good], bad: [...bad] };
}

/** Splits a text into words that must be addresses: everything but names. */
function wordsOf(text: string): string[] {
  return text
    .replace(QUOTED_NAME, '')
    .split(/[;\n\r]+/)
    .flatMap((line) => {
      const entries = line.split(',');
      return entries.flatMap((entry, index) =>
        isHalfAName(entry, entries[index + 1]) ? [] : wordsOfEntry(entry),
      );
    });
}

function isHalfAName(entry: string, next: string | undefined): boolean {
  return next !== undefined && NAME_WORDS.test(entry) && /^[^@<]*<[^>]+>/.test(next);
}

function wordsOfEntry(entry: string): string[] {
  const words: string[] = [];
  const rest: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: address = '', index } of entry.matchAll(/<([^<>]*)>/g)) {
    const before = entry.slice(end, index);
    const name = Math.max(before.lastIndexOf('<'), before.lastIndexOf('>')) + 1;
    rest.push(before.slice(0, name));
    // Another address may stand where a name would.
    words.push(...wordsIn(before.slice(name)).filter((word) => word.includes('@')), address.trim());
    end = index + whole.length;
  }
  return [...words, ...wordsIn([...rest, entry.slice(end)].join(' '))].filter(Boolean);
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/);
}
