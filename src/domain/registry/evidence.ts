import type { z } from 'zod';

/** A registry's answer is not in the form that its protocol gives. The message never quotes the answer. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** By name, not by class: see `isDomainError`. */
export function isUnreadableAnswer(error: unknown): error is UnreadableAnswer {
  return error instanceof Error && error.name === 'UnreadableAnswer';
}

/** @throws UnreadableAnswer for text that is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes what it read.
    throw new UnreadableAnswer('not JSON');
  }
}

/** @throws UnreadableAnswer for a document of another shape, naming the paths that differ */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  document: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.slice(0, 3).map(({ path }) => path.map(String).join('.'));
  throw new UnreadableAnswer(`another shape at: ${paths.join(', ').slice(0, 200)}`);
}

/**
 * `REGISTRY_DEPRECATED`: deprecated, yanked, retracted or moved. `SOURCE_ARCHIVED`: the registry calls the project
 * archived.
 */
export type RegistryReason = 'REGISTRY_DEPRECATED' | 'SOURCE_ARCHIVED';

/** A registry's statement against a component. */
export interface Statement {
  readonly reason: RegistryReason;
  /**
   * Plain text of one line, at most `MAX_MESSAGE_LENGTH` long: the publisher's words, and what else is known.
   */
  readonly message: string;
  /** Since when it has been said, where the registry tells. */
  readonly since: Date | null;
  /** A page for people about it, as the registry itself names it. */
  readonly url: string | null;
}

/** A statement and when the registry last made it. */
export interface Evidence extends Statement {
  readonly checkedAt: Date;
}

/** Characters of a statement at most. */
export const MAX_MESSAGE_LENGTH = 1000;
const MAX_URL_LENGTH = 2048;

/** One line of plain text: no control or formatting characters, at most `MAX_MESSAGE_LENGTH` long. */
export function plainText(text: string): string {
  const line = text
    // Cleaning must not cost more than what can remain is worth.
    .slice(0, 10 * MAX_MESSAGE_LENGTH)
    .toWellFormed()
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= MAX_MESSAGE_LENGTH) return line;
  return `${line
    .slice(0, MAX_MESSAGE_LENGTH - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

/** An address that people may be sent to: http or https, without credentials. Null for any other. */
export function publicUrl(text: string | null | undefined): string | null {
  if (typeof text !== 'string' || text.length > MAX_URL_LENGTH || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null;
}

/** A statement with its publisher's words after what is known of it; without words, what is known alone. */
export function statement(
  reason: RegistryReason,
  known: string,
  words: string | null | undefined,
  more: Partial<Pick<Statement, 'since' | 'url'>> = {},
): Statement {
  const said = plainText(words ?? '');
  return {
    reason,
    message: plainText(said === '' ? `${known}.` : `${known}: ${said}`),
    since: more.since ?? null,
    url: more.url ?? null,
  };
}
