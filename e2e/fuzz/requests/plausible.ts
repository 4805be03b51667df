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

/** A value that a schema may take: as a start for what is changed in it. Not every rule can be read off a schema. */
export function plausible(schema: z.ZodType): unknown {
  const described = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return valueOf(described, 0);
}

function valueOf(given: unknown, depth: number): unknown {
  const parsed = schemaShape.safeParse(given);
  if (!parsed.success || depth > MAX_DEPTH) return null;
  const schema = parsed.data;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return valueOf(first, depth + 1);
  if (schema.allOf) {
    const parts: unknown[] = schema.allOf.map((part) => valueOf(part, depth + 1));
    return parts.every((part) => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0];
  }
  return plain(schema, [schema.type ?? 'null'].flat()[0] ?? 'null', depth);
}

function plain(schema: z.infer<typeof schemaShape>, type: string, depth: number): unknown {
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {});
    return Object.fromEntries(members.map(([name, of]) => [name, valueOf(of, depth + 1)]));
  }
  if (type === 'array') return schema.items === undefined ? [] : [valueOf(schema.items, depth + 1)];
  if (type === 'string') return TEXTS[schema.format ?? ''] ?? 'text';
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return type === 'boolean' ? true : null;
}
