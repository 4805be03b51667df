import type { Route } from '@/server/platform/trpc/route-table';
import { errorResponse, errorStatusesOf } from './errors';
import type { Components } from './schemas';
import { MAX_CODEOWNERS_LENGTH } from '@/domain/team/codeowners';
import type {
  ApiOperation,
  ApiParameter,
  ApiRequestBody,
  ApiResponse,
  JsonSchema,
} from '@/domain/openapi/document';

/** The generator's operation for a procedure, as far as it is used here. */
export interface GeneratedOperation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Partial<ApiParameter>[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

/** Any one of these will do. */
const CREDENTIALS = ['ApiKey', 'Bearer', 'XApiKey', 'Session'].map((name) => ({ [name]: [] }));

const AT_ROOT = [
  { url: '/api', description: 'Every path' },
  { url: '/', description: 'Where stock scanners call' },
];

/** Puts right what the generator cannot know of our adapter: where inputs stand, statuses, errors, access. */
export function describeOperation(
  route: Route,
  generated: GeneratedOperation,
  components: Components,
): ApiOperation {
  const { summary, description, tags } = generated;
  const body = generated.requestBody?.content['application/json'].schema;
  const flat = body && components.resolve(components.finished(body));
  const requestBody = requestBodyOf(route, flat, components);
  return {
    operationId: route.procedure.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    ...(description !== undefined && { description }),
    tags,
    security: route.access === 'public' ? [] : CREDENTIALS,
    ...(route.atRoot && { servers: AT_ROOT }),
    parameters: parametersOf(route, generated, flat, components),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, generated, components),
  };
}

/** Path, query and header parameters; a flat input's query parameters stand in the generated body. */
function parametersOf(
  route: Route,
  { parameters = [] }: GeneratedOperation,
  flat: JsonSchema | undefined,
  components: Components,
): ApiParameter[] {
  const fromBody = Object.entries(flat?.properties ?? {})
    .filter(([name]) => route.queryKinds.has(name))
    .map(([name, schema]) =>
      parameter(name, 'query', flat?.required?.includes(name) ?? false, schema),
    );
  const given = parameters.map(
    ({ name = '', in: place = 'query', required = false, schema = {} }) =>
      parameter(name, place, required, components.finished(schema)),
  );
  const order = ['path', 'query', 'header'];
  return [...given, ...fromBody].sort((a, b) => order.indexOf(a.in) - order.indexOf(b.in));
}

function parameter(
  name: string,
  place: ApiParameter['in'],
  required: boolean,
  { description, ...schema }: JsonSchema,
): ApiParameter {
  return { name, in: place, required, ...(description !== undefined && { description }), schema };
}

const SBOM = {
  schema: { type: 'object', description: 'An SBOM; recognized by what it says, not by its type' },
  example: {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'shop', version: '2.4.1' } },
    components: [
      { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
    ],
  },
} as const;
const TEXT = { schema: { type: 'string' } } as const;
/** A schema is of what is read of the text, where a media type says how. */
const OBJECT = { schema: { type: 'object' } } as const;
const mediaOf = (type: string) => (/[/+](?:json|yaml)$/.test(type) ? OBJECT : TEXT);

/** The document with the file of whoever owns what, where a repository has one. */
const SBOM_FORM = {
  schema: {
    type: 'object',
    properties: {
      sbom: { type: 'string', description: 'The document, with or without the name of a file' },
      codeowners: {
        type: 'string',
        maxLength: MAX_CODEOWNERS_LENGTH,
        description: 'The CODEOWNERS file of the repository',
      },
      codeowners_path: {
        type: 'string',
        description:
          'The path in the repository of what was built, a directory’s with a slash at its end',
      },
    },
    required: ['sbom'],
  },
} as const;

const SBOM_BODY: ApiRequestBody = {
  required: true,
  content: {
    'application/json': SBOM,
    'application/vnd.cyclonedx+json': SBOM,
    'application/spdx+json': SBOM,
    'application/vnd.cyclonedx+xml': TEXT,
    'text/spdx': TEXT,
    'application/octet-stream': TEXT,
    'multipart/form-data': SBOM_FORM,
  },
};

/** Describes the document that the adapter reads into the input's `body`; all other inputs are query parameters. */
function requestBodyOf(
  route: Route,
  flat: JsonSchema | undefined,
  components: Components,
): ApiRequestBody | undefined {
  if (route.body === 'sbom') return SBOM_BODY;
  const schema = flat?.properties?.body;
  if (!schema) return undefined;
  const example = exampleOf(schema, (one) => components.resolve(one));
  if (route.body === 'text') {
    // JSON is YAML, too.
    return {
      required: true,
      content: { 'application/json': { schema, example }, 'application/yaml': { schema, example } },
    };
  }
  return {
    required: route.body !== 'optional-json',
    content: { 'application/json': { schema, example } },
  };
}

function responsesOf(
  route: Route,
  generated: GeneratedOperation,
  components: Components,
): Record<string, ApiResponse> {
  const headers = { 'x-request-id': { $ref: '#/components/headers/x-request-id' } };
  const schema = generated.responses[200]?.content?.['application/json'].schema ?? {};
  const finished = components.finished(schema);
  const success: ApiResponse =
    route.successStatus === 204
      ? { description: 'Done; there is no body', headers }
      : {
          description: 'Done',
          headers,
          content: {
            'application/json': {
              schema:
                route.otherJson.length > 0 ? { anyOf: [finished, ...route.otherJson] } : finished,
              example: exampleOf(finished, (one) => components.resolve(one)),
            },
            ...Object.fromEntries(route.alsoAnswers.map((type) => [type, mediaOf(type)])),
          },
        };
  const mayBeHeld = generated.parameters?.some(({ name }) => name === 'If-None-Match') ?? false;
  const unchanged = { description: 'It is what the caller holds; there is no body', headers };
  const errors = errorStatusesOf(route).map((status) => [status, errorResponse(route, status)]);
  return {
    [route.successStatus]: success,
    ...(mayBeHeld && { 304: unchanged }),
    ...Object.fromEntries(errors),
  };
}

const BY_FORMAT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uuid: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
    date: '2026-04-30',
    'date-time': '2026-04-30T12:00:00.000Z',
    email: 'ada@example.com',
  }),
);

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
      return BY_FORMAT.get(known.format ?? '') ?? 'text';
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
