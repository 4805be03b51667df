import type { JsonSchema } from './document';

const REFERENCE = '#/components/schemas/';

export function referenceTo(name: string): JsonSchema {
  return { $ref: `${REFERENCE}${name}` };
}

/** The name of the component that a schema refers to, or null when it is written out. */
export function referredName(schema: JsonSchema): string | null {
  return schema.$ref?.startsWith(REFERENCE) ? schema.$ref.slice(REFERENCE.length) : null;
}
