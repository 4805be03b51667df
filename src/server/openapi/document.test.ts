import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DocumentedSchemas } from '../../../e2e/api/valid-response';
import { apiDocument, publicRouter } from '@/server/app-router';
import { publicProcedure, router } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { describeApi } from './document';
import type { JsonSchema } from '@/domain/openapi/document';
import { routesOf } from '@/server/platform/trpc/route-table';

const document = apiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const named = operations.map((one) => [`${one.method} ${one.path}`, one] as const);

it('describes every route, and nothing else', () => {
  expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
    routesOf(publicRouter)
      .filter(({ api }) => api === 'eventide')
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(named)('%s', (_, { path, method, operation }) => {
  const route = routesOf(publicRouter).find(
    (one) => one.path === path && one.method.toLowerCase() === method,
  );

  it('has words, a tag and an access', () => {
    expect(operation.summary).not.toBe('');
    expect(document.tags.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...operation.tags]),
    );
    const credentials = operation.security.flatMap((one) => Object.keys(one));
    const all = route?.access === 'public' ? [] : Object.keys(document.components.securitySchemes);
    expect(credentials).toEqual(all);
  });

  it('names the errors that it can give', () => {
    const statuses = Object.keys(operation.responses).map(Number);
    expect(statuses).toContain(500);
    const ifProtected = [401, 429, 503];
    if (route?.access === 'public') expect(statuses).not.toContain(401);
    else expect(statuses).toEqual(expect.arrayContaining(ifProtected));
    const ofBodies = [413, 415].filter((status) => statuses.includes(status));
    expect(ofBodies).toEqual(operation.requestBody ? [413, 415] : []);
    expect(statuses).toEqual(expect.arrayContaining([...(route?.errors ?? [])]));
    expect(statuses.includes(400)).toBe(route?.errorBody === 'envelope');
  });

  it('gives examples that its own schemas accept', () => {
    const schemas = new DocumentedSchemas(document);
    const json = 'application/json';
    const bodies = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      content ? [{ content: content[json], place: ['responses', status, 'content', json] }] : [],
    );
    const request = operation.requestBody && {
      content: operation.requestBody.content[json],
      place: ['requestBody', 'content', json],
    };
    for (const { content, place } of [...bodies, ...(request ? [request] : [])]) {
      expect(content.example).toBeDefined();
      expect(
        schemas.faults(['paths', path, method, ...place, 'schema'], content.example),
      ).toBeNull();
    }
  });
});

it('says of a list that is posted what stands in the query and what in the body', () => {
  const list = document.paths['/images']?.post;
  expect(list?.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
    'query search',
    'query verified',
    'query running',
    'query cluster_id',
    'query retired',
    'query not_seen_for_days',
    'query eol_filter',
    'query owner',
    'query as_of',
    'query page',
    'query size',
  ]);
  expect(list?.requestBody).toMatchObject({
    required: false,
    content: {
      'application/json': {
        schema: { anyOf: [{ $ref: '#/components/schemas/LabelFilter' }, { type: 'null' }] },
      },
    },
  });
});

it('answers a deletion without content', () => {
  const { responses } = document.paths['/projects/{id}']?.delete ?? {};
  expect(responses).not.toHaveProperty('200');
  expect(responses?.['204']).not.toHaveProperty('content');
});

it('says of an answer that may be held that it may be unchanged, and of a file that what it names may be gone', () => {
  const unchanged = operations.filter(({ operation }) => '304' in operation.responses);
  expect(unchanged.map(({ method, path }) => `${method} ${path}`)).toEqual(['get /own_catalog']);
  expect(unchanged[0]?.operation.responses[304]).not.toHaveProperty('content');
  expect(document.paths['/policy_file']?.put?.responses).toHaveProperty('409');
});

it('keeps a trailing slash, the envelope of the check endpoint and what an upload may bring', () => {
  const one = describeApi(
    router({
      make: publicProcedure
        .meta(
          rest({ method: 'POST', path: '/things/', summary: 'Make', tag: 'Service', success: 201 }),
        )
        .input(z.object({}))
        .output(z.object({}))
        .mutation(() => ({})),
      check: publicProcedure
        .meta(
          rest({
            ...{ method: 'POST', path: '/check', summary: 'Check', tag: 'Check', body: 'json' },
            ...{ errors: [400], errorBody: 'envelope' },
          }),
        )
        .input(z.object({ body: z.object({ name: z.string() }) }))
        .output(z.object({}))
        .mutation(() => ({})),
    }),
  );
  expect(Object.keys(one.paths)).toEqual(['/things/', '/check']);
  expect(one.paths['/things/']?.post?.responses).toHaveProperty('201');
  const { responses } = one.paths['/check']?.post ?? {};
  expect(responses).not.toHaveProperty('422');
  expect(responses?.['400']?.content?.['application/json'].schema).toEqual({
    $ref: '#/components/schemas/CheckProblem',
  });
  expect(document.paths['/v2/scan']?.put?.parameters).toMatchObject([
    { name: 'Idempotency-Key', in: 'header', required: false },
  ]);
});

it('refers only to what is there', () => {
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(100);
  for (const [, kind = '', name = ''] of references) {
    expect(Reflect.get(document.components, kind)).toHaveProperty([name]);
  }
  expect(text).not.toMatch(/"\$ref":"(?!#\/components\/)/);
});

it('gives names to the models of the contract', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining([
      'ScanEventPayload',
      'ScanEventPayloadV2',
      'Cycle',
      'Package',
      'Page_ProjectImage_',
      'HTTPValidationError',
    ]),
  );
});

it('leaves the schemas that requests are parsed with as they were', () => {
  for (const { input } of routesOf(publicRouter)) {
    const shape = input instanceof z.ZodObject ? input.shape : {};
    for (const [name, schema] of Object.entries(shape)) {
      if (name === 'page' || name === 'size') {
        expect(z.safeParse(schema, '1').success).toBe(false);
      }
    }
  }
});

it('knows no schema of which nothing is said', () => {
  const silent = Object.entries(document.components.schemas).filter(
    ([, schema]: [string, JsonSchema]) => !schema.type && !schema.anyOf && !schema.oneOf,
  );
  expect(silent).toEqual([]);
});
