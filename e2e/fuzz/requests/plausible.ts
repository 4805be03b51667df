import { z } from 'zod';

const MAX_DEPTH = 6;

const schemaShape = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
});

const TEXTS: Readonly<Record<string, string>> = {
  uuid: '019a0000-0000-7000-8000-000000000000',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00.000Z',
  email: 'somebody@example.com',
  uri: 'https://example.com/',
};

/** Gives what a property of some format names, if it names a record that there is. */
export type Find = (property: string, format: string) => string | undefined;

/** What is said of one kind of things is not looked at as it is of another. */
export type Choice = 'first' | 'last';

/**
 * A value that a schema may take: as a start for what is changed in it. Not every rule can be read off a schema.
 * @param choice which of the words of a list
 * @param find what of it names records; where it finds nothing, a text is only of its format
 */
export function plausible(
  schema: z.ZodType,
  find: Find = () => undefined,
  choice: Choice = 'first',
): unknown {
  const described = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  const place = { depth: 0, property: '', find, choice };
  return valueOf(described, { ...place, defs: described.$defs ?? {} });
}

interface Place {
  readonly depth: number;
  /** The name of the nearest member that it is in. */
  readonly property: string;
  readonly find: Find;
  readonly choice: Choice;
  /** What has a name in the API's document stands here, and is referred to. */
  readonly defs: Readonly<Record<string, unknown>>;
}

const REFERENCE = /^#\/\$defs\/(.+)$/;

function valueOf(given: unknown, place: Place): unknown {
  const parsed = schemaShape.safeParse(given);
  if (!parsed.success || place.depth > MAX_DEPTH) return null;
  const schema = parsed.data;
  const below = { ...place, depth: place.depth + 1 };
  const [, named] = REFERENCE.exec(schema.$ref ?? '') ?? [];
  if (named !== undefined) return valueOf(place.defs[named], below);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.at(place.choice === 'first' ? 0 : -1);
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return valueOf(first, below);
  if (schema.allOf) {
    const parts: unknown[] = schema.allOf.map((part) => valueOf(part, below));
    return parts.every((part) => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0];
  }
  return plain(schema, [schema.type ?? 'null'].flat()[0] ?? 'null', below);
}

function plain(schema: z.infer<typeof schemaShape>, type: string, place: Place): unknown {
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {});
    return Object.fromEntries(
      members.map(([property, of]) => [property, valueOf(of, { ...place, property })]),
    );
  }
  if (type === 'array') return schema.items === undefined ? [] : [valueOf(schema.items, place)];
  if (type === 'string') {
    const format = schema.format ?? '';
    return place.find(place.property, format) ?? TEXTS[format] ?? 'text';
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return type === 'boolean' ? true : null;
}
