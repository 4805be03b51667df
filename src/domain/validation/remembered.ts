import { z } from 'zod';
import { forwardIssues } from './issues';
import { documented } from './shapes';

export interface RememberingLimits {
  /** Characters of the texts of all that is remembered, together. */
  readonly maxChars: number;
  /** Values: what is made of a short text takes far more than the text. */
  readonly maxValues: number;
  /** A value whose text is longer is read each time. */
  readonly maxCharsEach: number;
}

/** Values that are remembered, of whichever schema. Not weakly: garbage collection goes through all of such a set each time. */
const rememberedValues = new Set<object>();

/**
 * Reads objects that come again and again as `schema` does, and remembers what those were read as that it accepted:
 * what says the same is the same object then, which nobody may change. The one that came longest ago goes first.
 */
export function remembered<Schema extends z.ZodType<object>>(
  schema: Schema,
  limits: RememberingLimits,
) {
  const readings = new Readings<z.output<Schema>>(limits);
  return z
    .unknown()
    .transform((value, context): z.output<Schema> => {
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : null;
      const known = text === null ? undefined : readings.find(text);
      if (known !== undefined) return known;
      const parsed = schema.safeParse(value);
      if (parsed.success) {
        if (text !== null) readings.keep(text, parsed.data);
        return parsed.data;
      }
      forwardIssues(parsed.error, context);
      return z.NEVER;
    })
    .meta(documented(schema));
}

/** What texts were read as, by text. */
class Readings<Value extends object> {
  private readonly held = new Map<string, Value>();
  private chars = 0;

  constructor(private readonly limits: RememberingLimits) {}

  find(text: string): Value | undefined {
    const known = this.held.get(text);
    if (known === undefined) return undefined;
    this.held.delete(text);
    this.held.set(text, known);
    return known;
  }

  keep(text: string, value: Value): void {
    const { maxChars, maxValues, maxCharsEach } = this.limits;
    if (text.length > maxCharsEach) return;
    this.held.set(text, value);
    rememberedValues.add(value);
    this.chars += text.length;
    for (const [oldest, forgotten] of this.held) {
      if (this.chars <= maxChars && this.held.size <= maxValues) return;
      this.held.delete(oldest);
      rememberedValues.delete(forgotten);
      this.chars -= oldest.length;
    }
  }
}

/**
 * Makes something of a value once as long as it is {@link remembered}, and of others each time: these are not seen again,
 * and there may be hundreds of thousands. What is made follows from the value alone, and nobody may change it.
 */
export function madeOnce<Value extends object, Made>(
  make: (value: Value) => Made,
): (value: Value) => Made {
  const made = new WeakMap<Value, Made>();
  return (value) => {
    if (!rememberedValues.has(value)) return make(value);
    const known = made.get(value);
    if (known !== undefined) return known;
    const fresh = make(value);
    made.set(value, fresh);
    return fresh;
  };
}
