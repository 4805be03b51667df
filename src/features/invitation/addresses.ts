import { emailSchema } from '@/domain/user/account';

interface Addresses {
  /** Each once, as people sign in with it. */
  readonly good: readonly string[];
  /** What was entered and is no address. */
  readonly bad: readonly string[];
}

/** As mail programs copy it: what stands before an address in angle brackets. */
const QUOTED_NAME = /"[^"\n]*"\s*(?=<)/g;
/** `Lovelace, Ada <ada@example.com>`: half a name, by the comma that divides it. */
const NAME_WORDS = /^[\p{L}\p{M}'’. -]*$/u;

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

/** What has to be an address: everything but names. */
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
  const rest = entry.replace(/([^<>]*)<([^<>]*)>/g, (_all, name: string, address: string) => {
    // Another address may stand where a name would.
    words.push(...name.split(/\s+/).filter((word) => word.includes('@')), address.trim());
    return ' ';
  });
  return [...words, ...rest.split(/\s+/)].filter(Boolean);
}
