import { z } from 'zod';
import { type Day, isOfCalendar } from '@/domain/eol/calendar';
import type { CarriedLifecycle } from '@/domain/scan/carried';
import { readScanDate } from '@/domain/scan/dates';
import { holdsNoNul, NUL_MESSAGE, storedText } from '@/domain/validation/fields';
import { InventoryDocumentError } from '../document';

/** Names and versions. */
export const nameText = storedText(1_024).nullish();
/** Package URLs, CPE names, labels and identifiers within a document. */
export const longText = storedText(8_192).nullish();
/** A text that may be long and of which only the beginning counts, such as a licence. */
export const cutText = z
  .string()
  .refine(holdsNoNul, { error: NUL_MESSAGE })
  .transform((text) => text.slice(0, 1_024).toWellFormed())
  .nullish();
export const labelRecord = z.record(storedText(1_024), longText).nullish();

/** A list of bounded length by the filter; null is an empty one. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

/** One value or a list of them, as JSON-LD writes it; null is an empty list. */
export function oneOrMore<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (value) =>
      value === null || value === undefined ? [] : Array.isArray(value) ? value : [value],
    z.array(item),
  );
}

export type Path = readonly (string | number)[];

/**
 * Parses a part of a document.
 *
 * @throws InventoryDocumentError with the path to the first fault
 */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: Path = [],
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = (issue?.path ?? []).map((key) => (typeof key === 'symbol' ? String(key) : key));
  throw new InventoryDocumentError(
    issue?.message ?? 'Not what was expected',
    pathText([...path, ...at]) || null,
  );
}

/** `components[3].purl`; names that are no plain words are quoted, and cut. */
export function pathText(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${String(key)}]`;
      if (!/^[\w@-]{1,64}$/.test(key)) return `[${JSON.stringify(key.slice(0, 64))}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join('');
}

/** A member of a document whose own shape is parsed later. */
export function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/**
 * The items of a list that are each parsed on their own, so that a hostile list stops at its first fault.
 *
 * @throws InventoryDocumentError when it is no list
 */
export function itemsOf(value: unknown, path: Path): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new InventoryDocumentError('Expected a list', pathText(path));
}

/** The instant a text names; null for none. */
export function instantOf(text: string | null | undefined): Date | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const instant = new Date(text);
  return isOfCalendar(instant) ? instant : null;
}

/** The day a text names, by ISO 8601; null for anything else, which is then not known. */
export function dayOfText(text: string | null | undefined): Day | null {
  if (!text) return null;
  return readScanDate(text.trim()) ?? null;
}

const NO_LIFECYCLE: Omit<CarriedLifecycle, 'source'> = {
  releasedOn: null,
  developmentEndsOn: null,
  guaranteedSupportEndsOn: null,
  eolOn: null,
  saleEndsOn: null,
  supportLevel: null,
};

/** A lifecycle of what is known, and by which name; null when nothing is. */
export function lifecycleOf(
  known: Partial<Omit<CarriedLifecycle, 'source'>>,
  source: string,
): CarriedLifecycle | null {
  if (Object.values(known).every((value) => value === null)) return null;
  return { ...NO_LIFECYCLE, ...known, source };
}

/** The beginning of a text that an error quotes. */
export function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}
