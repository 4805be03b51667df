import type { AnyRouter } from '@trpc/server';
import { DomainError, forbidden, invalid, isDomainError } from '@/domain/errors';
import { OTHER_ORGANIZATION_MESSAGE, SHOWN_ORGANIZATION_HEADER } from '@/domain/organization';
import { principalOf, refusalFor } from '@/server/platform/auth/principal';
import type { InventoryFormat } from '@/domain/inventory/document';
import type { Deps } from '@/server/platform/deps';
import { uploads } from '@/server/platform/signals';
import { handle, type Passage, type RequestHandler } from '@/server/platform/http/pipeline';
import { recordRefusedUpload } from '@/server/refused-upload/service';
import { isAdmitted } from '@/server/platform/trpc/admission';
import type { AnswerPart, RequestContext } from '@/server/platform/trpc/context';
import { createCallerFactory } from '@/server/platform/trpc/init';
import { readBom } from '@/server/dependency-track/service/body';
import { admitClient } from '@/server/dependency-track/service/setting';
import { faultsOf } from '@/domain/validation/zod-faults';
import { domainErrorIn, writtenError, type WrittenError } from '@/server/platform/http/errors';
import { forEachChunk, readJsonBody, readTextBody } from '@/server/platform/http/json-body';
import { type IncomingRequest, textResponse } from '@/server/platform/http/incoming-request';
import { queryInputs } from '@/server/platform/http/query';
import {
  RouteTable,
  routesOf,
  type Route,
  type RouteMatch,
} from '@/server/platform/trpc/route-table';
import { fileAnswers } from './answer-file';
import { recentUploads } from './recent-uploads';
import { formatOf, outcomeOf } from './upload-events';
import { payloadTurn } from '@/server/platform/http/payload-turns';
import { readClusterReport } from '@/server/kubernetes/service/body';
import { readUploadedSbom } from '@/server/sbom/service/uploaded';
import { readUpload, type ReadUpload } from '@/server/scan/service/upload-body';

/** The parts of a request that are read as they stream in. */
type Streamed = Pick<RequestContext, 'scanBody' | 'scanReading' | 'inventory' | 'codeowners'>;

/** The bodies that scanners and builds upload. */
const UPLOADED: ReadonlySet<Route['body']> = new Set([
  'scan',
  'sbom',
  'bom',
  'cluster-report',
  'ignored',
]);
const isUpload = (route: Route | null) => route !== null && UPLOADED.has(route.body);
/** Whether an upload is kept, and so its refusal: what is only asked about is not. */
const isKept = (route: Route | null) =>
  route?.body === 'bom' ||
  route?.body === 'cluster-report' ||
  (isUpload(route) && route?.method === 'PUT');

/** A request for the API, and what its route makes of it. */
interface Call {
  readonly passage: Passage;
  route: Route | null;
  input: Record<string, unknown>;
  /** Headers of the answer, whatever it is. */
  headers: Record<string, string>;
  /** The format of an SBOM, once that is read. */
  sbomFormat: InventoryFormat | null;
}

/**
 * The REST API as one function from request to response, for every mount alike. It never rejects.
 * Order of checks: unknown path 404, wrong verb 405, 401, 404 for what is switched off, 403, 413, 503 for want of room,
 * 415, 422, then the procedure.
 */
export function createRestHandler(router: AnyRouter, deps: Deps): RequestHandler {
  const table = new RouteTable(routesOf(router));
  const createCaller = createCallerFactory(router);
  const answerFile = fileAnswers(deps);

  async function pass(call: Call): Promise<Response> {
    const { passage } = call;
    const match = table.match(withoutTrailingSlash(passage.origin.path));
    if (!match) throw new DomainError('not_found', 'Not Found');
    const method = passage.request.method === 'HEAD' ? 'GET' : passage.request.method;
    const route = [...match.routes.values()].find((candidate) => candidate.method === method);
    if (!route) return verbNotAllowed(match);
    call.route = route;
    passage.route = route.path;
    await admit(call, route);
    const leave = route.body === 'none' ? null : await passage.enterBudget(maxBodyBytes(call));
    try {
      await readInput(call, route, match);
      const { path } = route;
      const limits = { path, maxBytes: maxBodyBytes(call) };
      const { scans, sboms } = recentUploads(deps, passage, route);
      switch (route.body) {
        case 'scan':
          return await readUpload(passage.request, { ...limits, recent: scans }, (upload) =>
            queueFor(upload)(async () => {
              await takePayload(call, route, upload);
              return answer(call, route, { scanBody: upload.scanBody, scanReading: upload });
            }),
          );
        case 'sbom':
          return await readUploadedSbom(passage.request, { ...limits, recent: sboms }, (upload) =>
            queueFor(upload)(async () => {
              const inventory = await upload.takeDocument();
              call.sbomFormat = inventory.format;
              const { scanBody, codeowners } = upload;
              return answer(call, route, { scanBody, inventory, codeowners });
            }),
          );
        case 'bom':
          return await readBom(passage.request, { ...limits, recent: sboms }, (upload) =>
            queueFor(upload)(async () => {
              call.input.body = upload.fields;
              const inventory = await upload.takeDocument();
              call.sbomFormat = inventory.format;
              return answer(call, route, { scanBody: upload.scanBody, inventory });
            }),
          );
        case 'ignored':
          await forEachChunk(passage.request, limits.maxBytes, () => undefined);
          return await answer(call, route, { scanBody: null });
        case 'cluster-report':
          return await readClusterReport(passage.request, limits, (report) =>
            queueFor(report)(async () => {
              call.input.body = await report.takePayload();
              return answer(call, route, { scanBody: report.scanBody });
            }),
          );
        default:
          return await answer(call, route, { scanBody: null });
      }
    } finally {
      leave?.();
    }
  }

  const queueFor = ({ keptBytes }: { readonly keptBytes: number }) => payloadTurn(deps, keptBytes);

  function maxBodyBytes({ passage, route }: Call): number {
    return isUpload(route) ? deps.env.maxScanBytes : passage.maxJsonBytes;
  }

  async function answer(call: Call, route: Route, streamed: Streamed) {
    const { caller, callOrigin } = call.passage;
    let status: number = route.successStatus;
    let document: AnswerPart['document'];
    let file: AnswerPart['file'];
    const answerWith: RequestContext['answerWith'] = (part) => {
      status = part.status ?? status;
      document = part.document ?? document;
      file = part.file ?? file;
      call.headers = { ...call.headers, ...part.headers };
    };
    const { headers: sent } = call.passage.request;
    const [accept, ifNoneMatch] = [sent.get('accept'), sent.get('if-none-match')];
    const context: RequestContext = {
      ...{ deps, ...callOrigin, caller, ...streamed },
      ...{ accept, ifNoneMatch, answerWith },
    };
    const result = await callProcedure(createCaller(context), route.procedure, call.input);
    const { request, requestId } = call.passage;
    if (file) return answerFile(file, requestId, call.headers);
    if (!document) return jsonResponse(request, status, result, call.headers);
    const headers = { ...call.headers, 'content-type': document.contentType };
    return textResponse(request, document.text, { status, headers });
  }

  /** 401 and 403, and 404 for what an organization has switched off. */
  async function admit(call: Call, route: Route): Promise<void> {
    const { passage } = call;
    const isPublic = route.access === 'public';
    if (route.api === 'dependency-track') {
      const caller = isPublic ? await passage.admit() : await passage.requireCaller();
      call.headers = await admitClient(deps, caller && principalOf(caller));
    }
    if (isPublic) {
      if (route.api === 'eventide') passage.noticeCredentials();
      return;
    }
    const caller = passage.caller ?? (await passage.requireCaller());
    // A page's request is for the organization that the page shows, as its calls are.
    const shown = passage.request.headers.get(SHOWN_ORGANIZATION_HEADER);
    if (shown && caller.active && caller.active.organizationId !== shown) {
      throw new DomainError('conflict', OTHER_ORGANIZATION_MESSAGE);
    }
    if (!isAdmitted(caller, route)) {
      throw forbidden(refusalFor(principalOf(caller), route.permission ?? null));
    }
  }

  async function readInput(call: Call, route: Route, match: RouteMatch) {
    const { request } = call.passage;
    call.input = {
      ...queryInputs(route, new URL(request.url).searchParams),
      ...Object.fromEntries(route.pathParameters.map((name, index) => [name, match.values[index]])),
    };
    if (route.body === 'json' || route.body === 'optional-json') {
      const optional = route.body === 'optional-json';
      const body = await readJsonBody(request, { optional, maxBytes: maxBodyBytes(call) });
      if (body !== undefined) call.input.body = body;
    }
    if (route.body === 'text') call.input.body = await readTextBody(request, maxBodyBytes(call));
  }

  async function refused(call: Call, error: unknown): Promise<Response> {
    const { passage, route, input } = call;
    const known = route ? domainErrorIn(error, route, input) : isDomainError(error) ? error : null;
    // A path that nobody knows has the form of most.
    const form = route?.errorBody ?? 'detail';
    const refusal = passage.refusalOf(known, error, form);
    const principal = passage.caller && principalOf(passage.caller);
    if (isKept(route) && principal) {
      const { origin, requestId } = passage;
      await recordRefusedUpload(deps, principal, { ...origin, requestId, ...refusal });
    }
    const headers = { ...call.headers, ...refusal.headers };
    return errorResponse(refusal.status, writtenError(refusal, form), headers);
  }

  return (request, origin) =>
    handle(deps, request, origin, async (passage) => {
      const call: Call = { passage, route: null, input: {}, headers: {}, sbomFormat: null };
      const response = await pass(call).catch((error: unknown) => refused(call, error));
      const { route, sbomFormat } = call;
      if (route && isKept(route)) {
        uploads.send({ format: formatOf(route, sbomFormat), outcome: outcomeOf(response.status) });
      }
      return response;
    });
}

/** Stands for a payload that was read before: the least that the schemas of scans take. Nothing looks at it. */
const READ_BEFORE = {
  ...{ Matches: [], Packages: [], AppConfig: { 'project-name': '' } },
  ...{ ImageName: '', EventSource: { Type: '', Target: '' } },
};

/** @throws DomainError 422 with all of its faults when its streamed part has some */
async function takePayload({ input }: Call, route: Route, upload: ReadUpload): Promise<void> {
  if (upload.known) {
    input.body = READ_BEFORE;
    return;
  }
  input.body = await upload.takePayload();
  if (upload.faults.length === 0) return;
  const parsed = route.input?.safeParse(input);
  const others = parsed?.error ? faultsOf(parsed.error, 'body', input) : [];
  throw invalid([
    ...others.map((fault) => ({ ...fault, loc: fault.loc.slice(1) })),
    ...upload.faults,
  ]);
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function verbNotAllowed(match: RouteMatch): Response {
  const verbs = [...match.routes.keys()].flatMap((verb) =>
    verb === 'GET' ? ['GET', 'HEAD'] : [verb],
  );
  const [form = 'detail'] = [...match.routes.values()].map(({ errorBody }) => errorBody);
  const written = writtenError({ status: 405, detail: 'Method Not Allowed' }, form);
  return errorResponse(405, written, { allow: verbs.join(', ') });
}

function errorResponse(
  status: number,
  { type, text }: WrittenError,
  headers: Readonly<Record<string, string>>,
): Response {
  if (type === null) return new Response(null, { status, headers });
  return new Response(text, { status, headers: { ...headers, 'content-type': type } });
}

function jsonResponse(
  request: IncomingRequest,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  if (status === 204 || status === 304) return new Response(null, { status, headers });
  const text = JSON.stringify(body);
  return textResponse(request, text, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

type Callable = (input: unknown) => Promise<unknown>;

/** Calls a procedure by its dotted path; the router's caller is a tree of functions. */
function callProcedure(caller: unknown, procedure: string, input: unknown): Promise<unknown> {
  let target: unknown = caller;
  for (const name of procedure.split('.')) {
    // The caller is a proxy: every name below it answers, and routesOf() only gives names that exist.
    target = (target as Record<string, unknown>)[name];
  }
  return (target as Callable)(input);
}
