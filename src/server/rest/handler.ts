import type { AnyRouter } from '@trpc/server';
import pLimit from 'p-limit';
import { DomainError, invalid, isDomainError } from '@/domain/errors';
import { principalOf, type Caller } from '@/server/auth/principal';
import { admitCredentials } from '@/server/auth/shown-credentials';
import type { Deps } from '@/server/deps';
import { recordRefusedUpload } from '@/server/refused-upload/service';
import type { ScanBody } from '@/server/scan/scan-body';
import { isAdmitted } from '@/server/trpc/admission';
import type { RequestContext } from '@/server/trpc/context';
import { createCallerFactory } from '@/server/trpc/init';
import { answerTo, domainErrorIn, errorBodyOf, type ErrorAnswer, type ErrorForm } from './errors';
import { faultsOf } from '@/domain/validation/zod-faults';
import type { LeaveBudget } from './body-budget';
import { MAX_ANONYMOUS_BYTES, MAX_JSON_BYTES, readJsonBody } from './json-body';
import { requireAnnouncedSize } from './limited-stream';
import { queryInputs } from './query';
import { requestIdOf } from './request-id';
import { RouteTable, routesOf, type Route, type RouteMatch } from './route-table';
import { isSameOrigin } from './same-origin';
import { readUpload, type ReadUpload } from './upload-body';

/** What a mount knows of a request beside the request itself. */
export interface RequestOrigin {
  /** Path below the API's base, without query: `/v1/scan`. */
  readonly path: string;
  readonly remoteAddress: string;
}

export type RestHandler = (request: Request, origin: RequestOrigin) => Promise<Response>;

/**
 * A payload becomes objects many times its size. Those above this length take turns, so that a process needs
 * room for one; while they wait they are text.
 */
const LARGE_PAYLOAD_BYTES = 1_048_576;
/** The others are worked on a few at a time, as they wait for the database between. */
const SMALL_AT_ONCE = 8;

/** One request on its way through, and what is known of it so far. */
interface Passage {
  readonly request: Request;
  readonly origin: RequestOrigin;
  readonly requestId: string;
  route: Route | null;
  caller: Caller | null;
  input: Record<string, unknown>;
}

/**
 * The REST API as one function from request to response, for every mount alike. It never rejects.
 * Order of checks: unknown path 404, wrong verb 405, 401, 403, 413, 503 for want of room, 415, 422, then the procedure.
 */
export function createRestHandler(router: AnyRouter, deps: Deps): RestHandler {
  const table = new RouteTable(routesOf(router));
  const createCaller = createCallerFactory(router);
  const inTurn = pLimit(1);
  const fewAtOnce = pLimit(SMALL_AT_ONCE);

  async function pass(passage: Passage): Promise<Response> {
    const match = table.match(withoutTrailingSlash(passage.origin.path));
    if (!match) throw new DomainError('not_found', 'Not Found');
    const method = passage.request.method === 'HEAD' ? 'GET' : passage.request.method;
    const route = [...match.routes.values()].find((candidate) => candidate.method === method);
    if (!route) return methodNotAllowed(match, passage.requestId);
    passage.route = route;
    await admit(passage, route);
    const leave = await enterBudget(passage, route);
    try {
      await readInput(passage, route, match);
      if (route.body !== 'scan') return await answer(passage, route, null);
      const { path } = route;
      const maxBytes = deps.env.maxScanBytes;
      return await readUpload(passage.request, { path, maxBytes }, (upload) => {
        const queue = upload.keptBytes > LARGE_PAYLOAD_BYTES ? inTurn : fewAtOnce;
        return queue(async () => {
          await takePayload(passage, route, upload);
          return answer(passage, route, upload.scanBody);
        });
      });
    } finally {
      leave();
    }
  }

  /** Room for the body, once it is known who sends it and that it is not too large. @throws DomainError 413, 503 */
  async function enterBudget({ request, caller }: Passage, route: Route): Promise<LeaveBudget> {
    if (route.body === 'none') return () => undefined;
    const maxBytes = maxBodyBytes(route, caller);
    requireAnnouncedSize(request.headers, maxBytes);
    if (!caller || !request.body) return () => undefined;
    const announced = request.headers.get('content-length');
    const bytes = announced === null ? maxBytes : Number(announced);
    return deps.bodyBudget.enter(caller, bytes, request.signal);
  }

  function maxBodyBytes({ body }: Route, caller: Caller | null): number {
    if (body === 'scan') return deps.env.maxScanBytes;
    return caller ? MAX_JSON_BYTES : MAX_ANONYMOUS_BYTES;
  }

  async function answer(passage: Passage, route: Route, scanBody: ScanBody | null) {
    const context: RequestContext = {
      deps,
      requestId: passage.requestId,
      remoteAddress: passage.origin.remoteAddress,
      caller: passage.caller,
      scanBody,
    };
    const result = await call(createCaller(context), route.procedure, passage.input);
    return jsonResponse(route.successStatus, result, passage.requestId);
  }

  /** 401 and 403. */
  async function admit(passage: Passage, route: Route): Promise<void> {
    if (route.access === 'public') return;
    const { request, origin } = passage;
    const outcome = await admitCredentials(request.headers, deps, origin);
    if (outcome.result !== 'accepted') throw new DomainError('unauthorized', 'Unauthorized');
    const changesState = route.method !== 'GET';
    if (
      outcome.by === 'cookie' &&
      changesState &&
      !isSameOrigin(request.headers, deps.env.publicUrl)
    ) {
      throw new DomainError('forbidden', 'Forbidden');
    }
    // Only now: what another site sends leaves no trace among the person's refused uploads either.
    passage.caller = outcome.caller;
    if (!isAdmitted(outcome.caller, route)) throw new DomainError('forbidden', 'Forbidden');
  }

  async function readInput(passage: Passage, route: Route, match: RouteMatch) {
    const { request } = passage;
    passage.input = {
      ...queryInputs(route, new URL(request.url).searchParams),
      ...Object.fromEntries(route.pathParameters.map((name, index) => [name, match.values[index]])),
    };
    if (route.body === 'json' || route.body === 'optional-json') {
      const optional = route.body === 'optional-json';
      const body = await readJsonBody(request, {
        optional,
        maxBytes: maxBodyBytes(route, passage.caller),
      });
      if (body !== undefined) passage.input.body = body;
    }
  }

  async function refuse(passage: Passage, error: unknown): Promise<ErrorAnswer> {
    const known = passage.route
      ? domainErrorIn(error, passage.route, passage.input)
      : isDomainError(error)
        ? error
        : null;
    const answer = answerTo(known, formOf(passage));
    if (answer.status >= 500) {
      deps.logger.error(
        { err: error, requestId: passage.requestId, path: passage.origin.path },
        'request failed',
      );
    }
    const principal = passage.caller && principalOf(passage.caller);
    if (passage.route?.body === 'scan' && principal) {
      await recordRefusedUpload(deps, principal, {
        ...passage.origin,
        requestId: passage.requestId,
        ...answer,
      });
    }
    return answer;
  }

  return async (request, origin) => {
    const startedAtMs = performance.now();
    const requestId = requestIdOf(request.headers);
    const passage: Passage = { request, origin, requestId, route: null, caller: null, input: {} };
    const response = await pass(passage).catch(async (error: unknown) => {
      const answer = await refuse(passage, error);
      const body = errorBodyOf(answer, formOf(passage));
      return jsonResponse(answer.status, body, requestId, answer.headers);
    });
    deps.logger.info({
      event: 'request',
      requestId,
      method: request.method,
      path: origin.path,
      route: passage.route?.path ?? null,
      status: response.status,
      caller: passage.caller && { kind: passage.caller.kind, id: passage.caller.id },
      organization: passage.caller?.active?.organizationId ?? null,
      remoteAddress: origin.remoteAddress,
      durationMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
    });
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };
}

/** @throws DomainError 422 with all of its faults when its streamed part has some */
async function takePayload(passage: Passage, route: Route, upload: ReadUpload): Promise<void> {
  passage.input.body = await upload.takePayload();
  if (upload.faults.length === 0) return;
  const parsed = route.input?.safeParse(passage.input);
  const others = parsed?.error ? faultsOf(parsed.error, 'body', passage.input) : [];
  throw invalid([
    ...others.map((fault) => ({ ...fault, loc: fault.loc.slice(1) })),
    ...upload.faults,
  ]);
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function methodNotAllowed(match: RouteMatch, requestId: string): Response {
  const verbs = [...match.routes.keys()].flatMap((verb) =>
    verb === 'GET' ? ['GET', 'HEAD'] : [verb],
  );
  const [form = 'detail'] = [...match.routes.values()].map(({ errorBody }) => errorBody);
  const body = errorBodyOf({ detail: 'Method Not Allowed' }, form);
  return jsonResponse(405, body, requestId, { allow: verbs.join(', ') });
}

/** A path that nobody knows has the form of most. */
function formOf({ route }: Passage): ErrorForm {
  return route?.errorBody ?? 'detail';
}

function jsonResponse(
  status: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const common = { 'x-request-id': requestId, 'cache-control': 'no-store', ...headers };
  if (status === 204) return new Response(null, { status, headers: common });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...common },
  });
}

type Callable = (input: unknown) => Promise<unknown>;

/** Calls a procedure by its dotted path; the router's caller is a tree of functions. */
function call(caller: unknown, procedure: string, input: unknown): Promise<unknown> {
  let target: unknown = caller;
  for (const name of procedure.split('.')) {
    // The caller is a proxy: every name below it answers, and routesOf() only gives names that exist.
    target = (target as Record<string, unknown>)[name];
  }
  return (target as Callable)(input);
}
