import { z } from 'zod';
import { forwardIssues } from './forward-issues';

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
