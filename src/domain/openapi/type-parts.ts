import type { JsonSchema } from './document';
import { referredName } from './references';

/** One piece of a type as it is read: a word, or the name of a model. */
export interface TypePart {
  readonly text: string;
  /** The component that it names. */
  readonly model?: string;
}

const word = (text: string): TypePart[] => [{ text }];

/** A schema's type in few words: `array of ProjectImage`, `date or null`. */
export function typeParts(schema: JsonSchema): TypePart[] {
  const model = referredName(schema);
  // A component's name cannot hold the brackets of the model's own.
  if (model !== null) return [{ text: model.replace(/^Page_(.+)_$/, 'Page[$1]'), model }];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return joined(alternatives.map(typeParts));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return joined(types.map((type) => singleType(type, schema)));
}

function singleType(type: string, schema: JsonSchema): TypePart[] {
  if (type === 'array') {
    const items = schema.items ? typeParts(schema.items) : word('anything');
    return [...word('array of '), ...items];
  }
  if (type === 'string') return word(schema.format ?? 'string');
  const { additionalProperties } = schema;
  if (type === 'object' && typeof additionalProperties === 'object' && additionalProperties.type) {
    return [...word('object of '), ...typeParts(additionalProperties)];
  }
  return word(type);
}

function joined(alternatives: readonly TypePart[][]): TypePart[] {
  if (alternatives.length === 0) return word('anything');
  return alternatives.flatMap((parts, index) => [...(index > 0 ? word(' or ') : []), ...parts]);
}

/** A schema without its null: a query has no way to send one. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, type } = schema;
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.filter((one) => one.type !== 'null') }),
    ...(Array.isArray(type) && { type: type.filter((one) => one !== 'null') }),
  };
}

/** What else a value has to be: its bounds, its default, the values there are. */
export function constraintsOf(schema: JsonSchema): string[] {
  const own = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const first = <Key extends keyof JsonSchema>(key: Key) =>
    own.find((one) => one[key] !== undefined)?.[key];
  const values = first('enum') ?? (schema.const === undefined ? undefined : [schema.const]);
  const bounds = [
    ['at least', first('minimum')],
    ['at most', first('maximum')],
    ['at most', first('maxLength'), 'characters'],
    ['at most', first('maxItems'), 'items'],
  ] as const;
  return [
    ...(values
      ? [
          values
            .filter((value) => value !== null)
            .map(String)
            .join(', '),
        ]
      : []),
    ...bounds.flatMap(([side, bound, unit]) =>
      bound === undefined
        ? []
        : [`${side} ${bound.toLocaleString('en')}${unit === undefined ? '' : ` ${unit}`}`],
    ),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} when left out`]),
  ];
}

/** The fields of a schema, written out or, for an array, of its items; empty when it has none. */
export function fieldsOf(schema: JsonSchema): readonly [name: string, field: JsonSchema][] {
  return Object.entries((schema.items ?? schema).properties ?? {});
}
