import { shellQuote } from '@/domain/scanner-setup/quoting';
import {
  type ApiDocument,
  type ApiMethod,
  type ApiOperation,
  type ApiParameter,
  type JsonSchema,
  referredName,
} from './document';

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

/** Lists further constraints on a value: its bounds, its default, its possible values. */
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

/** An operation with where it stands. */
export interface ListedOperation {
  readonly path: string;
  readonly method: ApiMethod;
  readonly operation: ApiOperation;
}

/** Lists the operations of a group, in the document's order. */
export function operationsOf(document: ApiDocument, tag: string): ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      // The keys of a path are its methods.
      .map(([method, operation]) => ({ path, method: method as ApiMethod, operation })),
  );
}

/** Lists the models that operations name, and those which these name in turn, by name. */
export function modelsOf(
  { components }: Pick<ApiDocument, 'components'>,
  operations: readonly ApiOperation[],
): [name: string, model: JsonSchema][] {
  const found = new Map<string, JsonSchema>();
  const pending = operations.flatMap(schemasOf);
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    const name = referredName(schema);
    const model = name === null ? undefined : components.schemas[name];
    if (name !== null && model !== undefined && !found.has(name)) {
      found.set(name, model);
      pending.push(model);
    }
    pending.push(...partsOf(schema));
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

function schemasOf({ parameters, requestBody, responses }: ApiOperation): JsonSchema[] {
  return [
    ...parameters.map(({ schema }) => schema),
    ...[requestBody?.content, ...Object.values(responses).map(({ content }) => content)].flatMap(
      (content) => Object.values(content ?? {}).map(({ schema }) => schema),
    ),
  ];
}

/** Lists the schemas that a schema is made of. */
export function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { properties = {}, items, additionalProperties, propertyNames } = schema;
  return [
    ...Object.values(properties),
    ...[items, additionalProperties, propertyNames].filter((part) => typeof part === 'object'),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((alternatives) => alternatives ?? []),
  ];
}

/**
 * A shell command that calls an operation, with what it requires and a placeholder for the key.
 *
 * @param base where the API is served: `https://eventide.example.com/api`
 */
export function curlExample(
  base: string,
  path: string,
  method: ApiMethod,
  operation: ApiOperation,
): string {
  const given = operation.parameters.filter(({ required }) => required);
  const target = given
    .filter((parameter) => parameter.in === 'path')
    .reduce((all, one) => all.replace(`{${one.name}}`, encodeURIComponent(valueOf(one))), path);
  const query = given
    .filter((parameter) => parameter.in === 'query')
    .map((one) => `${one.name}=${encodeURIComponent(valueOf(one))}`)
    .join('&');
  const body = operation.requestBody?.content['application/json'].example;
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  return [
    `curl${verb} ${shellQuote(`${base}${target}${query === '' ? '' : `?${query}`}`)}`,
    ...(operation.security.length > 0 ? ['-H "Authorization: ApiKey $EVENTIDE_KEY"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${shellQuote(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

const BY_FORMAT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uuid: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
    date: '2026-04-30',
  }),
);

function valueOf({ name, schema }: ApiParameter): string {
  const value =
    schema.examples?.[0] ?? schema.enum?.[0] ?? BY_FORMAT.get(schema.format ?? '') ?? name;
  return String(value);
}
