import type { JsonSchema } from '@/domain/openapi/document';

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
  date: '2026-04-30',
  'date-time': '2026-04-30T12:00:00.000Z',
  email: 'ada@example.com',
};

/** A value that a schema describes: its own example where it gives one, else one made of its parts'. */
export function exampleOf(
  schema: JsonSchema,
  resolve: (schema: JsonSchema) => JsonSchema,
): unknown {
  const known = resolve(schema);
  const given = known.examples?.[0] ?? known.const ?? known.default ?? known.enum?.[0];
  if (given !== undefined) return given;
  const alternative = [...(known.anyOf ?? []), ...(known.oneOf ?? [])].find(
    (one) => one.type !== 'null',
  );
  if (alternative) return exampleOf(alternative, resolve);
  switch (Array.isArray(known.type) ? known.type[0] : known.type) {
    case 'object':
      return exampleObject(known, resolve);
    case 'array':
      return known.items ? [exampleOf(known.items, resolve)] : [];
    case 'integer':
    case 'number':
      return Math.max(known.minimum ?? 1, 1);
    case 'boolean':
      return false;
    case 'string':
      return BY_FORMAT[known.format ?? ''] ?? 'text';
    default:
      return null;
  }
}

function exampleObject(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): object {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [
    name,
    exampleOf(one, resolve),
  ]);
  if (fields.length > 0 || typeof schema.additionalProperties !== 'object')
    return Object.fromEntries(fields);
  return { name: exampleOf(schema.additionalProperties, resolve) };
}
