import { describe, expect, it } from 'vitest';
import {
  constraintsOf,
  curlExample,
  fieldsOf,
  modelsOf,
  operationsOf,
  typeParts,
  withoutNull,
} from './reading';
import type { ApiDocument, ApiOperation, JsonSchema } from './document';

const model = { $ref: '#/components/schemas/Thing' };
const text = (schema: JsonSchema) =>
  typeParts(schema)
    .map((part) => part.text)
    .join('');

describe('a type in words', () => {
  it.each<[JsonSchema, string]>([
    [{ type: 'string', format: 'date' }, 'date'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'array', items: model }, 'array of Thing'],
    [{ anyOf: [model, { type: 'null' }] }, 'Thing or null'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'object of string'],
    [{ type: 'object', additionalProperties: false }, 'object'],
    [{}, 'anything'],
  ])('%j is %s', (schema, words) => {
    expect(text(schema)).toBe(words);
  });

  it('has no null where none can be sent', () => {
    expect(text(withoutNull({ anyOf: [model, { type: 'null' }] }))).toBe('Thing');
    expect(text(withoutNull({ type: ['string', 'null'] }))).toBe('string');
    expect(text(withoutNull({ type: 'string' }))).toBe('string');
  });

  it('writes the name of a page as the contract does', () => {
    expect(text({ $ref: '#/components/schemas/Page_Thing_' })).toBe('Page[Thing]');
  });

  it('says which word is a model', () => {
    expect(typeParts({ type: 'array', items: model })).toEqual([
      { text: 'array of ' },
      { text: 'Thing', model: 'Thing' },
    ]);
  });
});

it.each<[JsonSchema, string[]]>([
  [
    { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    ['at least 1', 'at most 100', '50 when left out'],
  ],
  [
    { anyOf: [{ type: 'string', maxLength: 1000 }, { type: 'null' }] },
    ['at most 1,000 characters'],
  ],
  [{ type: ['string', 'null'], enum: ['a', 'b', null] }, ['a, b']],
  [{ const: 'ok' }, ['ok']],
])('lists the constraints of %j', (schema, words) => {
  expect(constraintsOf(schema)).toEqual(words);
});

it('reads the fields of what an array holds', () => {
  const object = { type: 'object', properties: { a: { type: 'string' } } };
  expect(fieldsOf(object)).toEqual([['a', { type: 'string' }]]);
  expect(fieldsOf({ type: 'array', items: object })).toEqual(fieldsOf(object));
  expect(fieldsOf({ type: 'string' })).toEqual([]);
});

it('finds the operations of a group, and all models that they name, one by way of another', () => {
  const refer = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
  const listed = (tag: string, schema: JsonSchema): ApiOperation => ({
    ...{ operationId: tag, summary: '', tags: [tag], security: [] },
    parameters: [{ name: 'by', in: 'query', required: false, schema: refer('Order') }],
    responses: {
      200: { description: '', content: { 'application/json': { schema } } },
      404: { description: '', content: { 'application/json': { schema: refer('Refusal') } } },
    },
  });
  const document = {
    tags: [],
    paths: {
      '/images': { get: listed('Images', { type: 'array', items: refer('Image') }) },
      '/teams': { get: listed('Teams', refer('Team')) },
    },
    components: {
      schemas: {
        Team: {},
        Order: {},
        Refusal: {},
        Label: {},
        // Names itself, which must end.
        Image: {
          properties: {
            base: { anyOf: [refer('Image'), { type: 'null' }] },
            labels: { additionalProperties: refer('Label') },
          },
        },
      },
    },
  };
  // The rest of a document has no part in it.
  const operations = operationsOf(document as unknown as ApiDocument, 'Images');
  expect(operations.map(({ path, method }) => `${method} ${path}`)).toEqual(['get /images']);
  const models = modelsOf(
    document as unknown as ApiDocument,
    operations.map(({ operation }) => operation),
  );
  expect(models.map(([name]) => name)).toEqual(['Image', 'Label', 'Order', 'Refusal']);
});

describe('a call from a shell', () => {
  const operation: ApiOperation = {
    operationId: 'one',
    summary: '',
    tags: [],
    security: [{ ApiKey: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'period', in: 'query', required: true, schema: { enum: ['DAILY'] } },
      { name: 'page', in: 'query', required: false, schema: { type: 'integer' } },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: {}, example: { name: "Ada's" } } },
    },
    responses: {},
  };

  it('has what is required, a place for the key, and quotes that hold', () => {
    expect(curlExample('https://e.example/api', '/things/{id}', 'patch', operation)).toBe(
      [
        "curl -X PATCH 'https://e.example/api/things/01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f?period=DAILY' \\",
        '  -H "Authorization: ApiKey $EVENTIDE_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"name":"Ada'\\''s"}'`,
      ].join('\n'),
    );
  });

  it('is short where nothing is needed', () => {
    const { requestBody: _, ...rest } = operation;
    const open = { ...rest, security: [], parameters: [] };
    expect(curlExample('/api', '/healthz', 'get', open)).toBe("curl '/api/healthz'");
  });
});
