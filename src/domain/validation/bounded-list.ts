import { z } from 'zod';
import { forwardIssues } from './forward-issues';
import { documented } from './parsed-by-shape';
import { MAX_FAULTS } from './zod-faults';

const expendableLists = new WeakSet<unknown[]>();

/**
 * Says that nobody else will read the lists in a payload: a bounded list then takes out each item as it reads
 * it and leaves null in its place, so that a long list is not held twice.
 */
export function makeListsExpendable(payload: unknown): void {
  if (typeof payload !== 'object' || payload === null) return;
  for (const value of Object.values(payload)) if (Array.isArray(value)) expendableLists.add(value);
}

/**
 * A list of at most `maxItems`; null is an empty one. Unlike an array schema it stops at the faults that
 * will be reported: a hostile list of broken items would else fill the memory with its issues.
 */
export function boundedList<Item extends z.ZodType>(item: Item, maxItems: number) {
  return z
    .unknown()
    .transform((value, context): z.output<Item>[] => {
      if (value === null) return [];
      if (!Array.isArray(value)) {
        context.issues.push({ code: 'invalid_type', expected: 'array', input: value });
        return z.NEVER;
      }
      if (value.length > maxItems) {
        const message = `at most ${String(maxItems)} items are accepted`;
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      }
      return parseItems(item, value, context);
    })
    .meta({ type: ['array', 'null'], items: documented(item), maxItems });
}

function parseItems<Item extends z.ZodType>(
  item: Item,
  values: unknown[],
  context: z.core.ParsePayload,
): z.output<Item>[] {
  const items: z.output<Item>[] = [];
  const isExpendable = expendableLists.has(values);
  for (const [index, value] of values.entries()) {
    const parsed = item.safeParse(value);
    if (parsed.success) {
      items.push(parsed.data);
      if (isExpendable) values[index] = null;
      continue;
    }
    forwardIssues(parsed.error, context, [index]);
    if (context.issues.length >= MAX_FAULTS) break;
  }
  return items;
}
