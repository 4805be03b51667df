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

/** @throws UnreadableAnswer for a document of another shape, naming the places that differ */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  document: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.slice(0, 3).map(({ path }) => path.map(String).join('.'));
  throw new UnreadableAnswer(`another shape at: ${places.join(', ').slice(0, 200)}`);
}
