import type { Route } from '@/server/platform/trpc/route-table';
import { type ApiResponse, type JsonSchema, referenceTo } from '@/domain/openapi/document';

/** The bodies of errors, as components of the document. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  HTTPValidationError: {
    type: 'object',
    description: 'All faults of a request, not the first only.',
    properties: { detail: { type: 'array', items: referenceTo('ValidationError') } },
    required: ['detail'],
    additionalProperties: false,
  },
  ValidationError: {
    type: 'object',
    properties: {
      loc: {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        description: '`path`, `query`, `header` or `body`, then keys and array indexes',
      },
      msg: { type: 'string' },
      type: { type: 'string', description: 'The name that pydantic gives such a fault' },
    },
    required: ['loc', 'msg', 'type'],
    additionalProperties: false,
    examples: [
      {
        loc: ['query', 'page'],
        msg: 'Input should be greater than or equal to 1',
        type: 'greater_than_equal',
      },
    ],
  },
  Problem: {
    type: 'object',
    properties: { detail: { type: 'string' } },
    required: ['detail'],
    additionalProperties: false,
  },
  CheckProblem: {
    type: 'object',
    properties: {
      result: { type: 'null' },
      error: {
        type: 'object',
        properties: { message: { type: 'string' } },
        required: ['message'],
        additionalProperties: false,
      },
    },
    required: ['result', 'error'],
    additionalProperties: false,
  },
};

const CHECK_FAULT =
  "Json body validation failed: component.ecosystem: invalid enum value. expected 'generic' | 'npm' | 'nuget' | 'pypi' | 'maven' | 'golang', received 'x'";

const MEANINGS = {
  400: ['The request does not validate', CHECK_FAULT],
  401: ['No credential, or one that is not valid', 'Unauthorized'],
  403: ['The caller’s role does not allow it', 'Forbidden'],
  404: ['There is no such record, or it belongs to another organization', 'Record not found'],
  409: ['It contradicts what is stored', 'The record exists already'],
  413: ['The body is too large', 'Request body is larger than 1048576 bytes'],
  415: ['The body is not JSON', 'Request body must be application/json'],
  422: ['The request does not validate', ''],
  429: ['Too many failed attempts from one address, or too many mails', 'Too many failed attempts'],
  431: ['The headers, or the address, are longer than 16 KiB', 'Request Header Fields Too Large'],
  500: ['A fault of the service; its log has more under the request id', 'Internal server error'],
  503: [
    'The database cannot be reached, too much is sent at once, or there is no room for it',
    'The database is not available',
  ],
} as const satisfies Record<number, readonly [description: string, detail: string]>;

type ErrorStatus = keyof typeof MEANINGS;

/** Every error that a route can give: what its procedure declares, and what its shape brings with it. */
export function errorStatusesOf(route: Route): ErrorStatus[] {
  const isProtected = route.access !== 'public';
  const takesBody = route.body !== 'none';
  const takesInput = takesBody || route.pathParameters.length > 0 || route.queryKinds.size > 0;
  const byShape: readonly [ErrorStatus, boolean][] = [
    [401, isProtected],
    // Without an organization or a role that may; with a cookie from another site.
    [403, route.access === 'organization' || (isProtected && route.method !== 'GET')],
    [413, takesBody],
    [415, takesBody],
    [422, takesInput && route.errorBody === 'detail'],
    [429, isProtected],
    [431, true],
    [500, true],
    [503, isProtected],
  ];
  const statuses = byShape.flatMap(([status, applies]) => (applies ? [status] : []));
  return [...new Set([...statuses, ...route.errors])].sort((a, b) => a - b);
}

/** Before there is a request, there is no number of it. */
function refusedByParser(description: string, detail: string): ApiResponse {
  const example = { detail };
  return {
    ...{ description, headers: {} },
    content: { 'application/json': { schema: referenceTo('Problem'), example } },
  };
}

export function errorResponse(route: Route, status: ErrorStatus): ApiResponse {
  const [description, message] = MEANINGS[status];
  if (status === 431) return refusedByParser(description, message);
  const headers = {
    'x-request-id': { $ref: '#/components/headers/x-request-id' },
    ...(status === 429 && { 'retry-after': { $ref: '#/components/headers/retry-after' } }),
  };
  const [name, example] =
    route.errorBody === 'envelope'
      ? ['CheckProblem', { result: null, error: { message } }]
      : status === 422
        ? ['HTTPValidationError', { detail: ERROR_SCHEMAS.ValidationError?.examples }]
        : ['Problem', { detail: message }];
  return {
    description,
    headers,
    content: { 'application/json': { schema: referenceTo(name), example } },
  };
}
