import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, referenceTo, referredName } from '@/domain/openapi/document';

/** A schema with each schema inside it, innermost first, replaced by what `change` makes of it. */
export function mapSchema(
  schema: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const inner = (one: JsonSchema) => mapSchema(one, change);
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  return change({
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, inner(one)]),
      ),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: inner(additionalProperties),
    }),
  });
}

/**
 * A schema as JSON Schema 2020-12 has it: OpenAPI 3.0's `example` becomes `examples`, and the bounds of
 * what a double can hold, which zod gives every integer, are left out.
 */
export function tidied({ example, minimum, maximum, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(example !== undefined && { examples: [example] }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

/** The components of a document in the making. */
export class Components {
  private readonly schemas = new Map<string, JsonSchema>();

  constructor(generated: Readonly<Record<string, JsonSchema>>) {
    for (const [name, schema] of Object.entries(generated)) {
      this.schemas.set(name, this.finished(schema, name));
    }
  }

  add(name: string, schema: JsonSchema): JsonSchema {
    const known = this.schemas.get(name);
    if (known && !isDeepStrictEqual(known, schema))
      throw new Error(`Two different schemas are called ${name}`);
    this.schemas.set(name, schema);
    return referenceTo(name);
  }

  /** A schema tidied up, with every object in it that has a title moved to the components. */
  finished(schema: JsonSchema, ownName?: string): JsonSchema {
    return mapSchema(schema, (one) => {
      const tidy = tidied(one);
      // Characters that a component's name may not have are replaced as FastAPI does: Page_ProjectImage_.
      const name = tidy.title?.replace(/[^\w.-]/g, '_');
      const isNamed = name !== undefined && tidy.type === 'object' && name !== ownName;
      return isNamed ? this.add(name, tidy) : tidy;
    });
  }

  resolve(schema: JsonSchema): JsonSchema {
    const name = referredName(schema);
    return name === null ? schema : (this.schemas.get(name) ?? {});
  }

  /** By name. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
