import { z } from 'zod';
import { forwardIssues } from './issues';
import { MAX_FAULTS } from './zod-faults';

/**
 * A value that is one of several objects, told apart by looking at it. A union would try each, and report
 * the faults of whichever it happens to come nearest to; this reports those of the object that was meant.
 *
 * @param choose says which of the options an object is; a value that is no object counts as the first
 */
export function parsedByShape<const Options extends readonly [z.ZodType, ...z.ZodType[]]>(
  options: Options,
  choose: (value: object, options: Options) => Options[number],
) {
  return z
    .unknown()
    .transform((value, context): z.output<Options[number]> => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const parsed = (isObject ? choose(value, options) : options[0]).safeParse(value);
      // The options give the declared output; safeParse on their common type has lost it.
      if (parsed.success) return parsed.data as z.output<Options[number]>;
      forwardIssues(parsed.error, context);
      return z.NEVER;
    })
    .meta({ anyOf: options.map((option) => documented(option)) });
}

/** The JSON Schema of what a schema takes, for the parts whose own schema says nothing of them. */
export function documented(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return described;
}

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
