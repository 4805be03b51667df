import { z } from 'zod';
import { holdsNoNul, NUL_MESSAGE } from './stored-text';

/** Deeper than any document that means something, shallow enough for every JSON reader. */
const MAX_DEPTH = 32;

/**
 * An object of any members that is kept as JSON: without what the database cannot hold, and not nested so
 * deep that writing it would fail.
 */
export const storedJsonObject = z
  .record(z.string(), z.unknown())
  .superRefine((document, context) => {
    const message = unstorable(document);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** Why a JSON value cannot be kept; null when it can. Without recursion: what it looks for may be too deep for that. */
function unstorable(document: unknown): string | null {
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `must not be nested more than ${String(MAX_DEPTH)} deep`;
    const texts = level.flatMap((value) => (isObject(value) ? Object.keys(value) : [value]));
    const fault = texts.map(textFault).find((message) => message !== null);
    if (fault !== undefined) return fault;
    level = level.filter(isObject).flatMap((value): unknown[] => Object.values(value));
  }
  return null;
}

function textFault(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (!holdsNoNul(value)) return NUL_MESSAGE;
  return value.isWellFormed() ? null : 'must be well-formed Unicode';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
