import { attachmentNamed, exportFileName } from '@/domain/csv/export-file-name';
import { dayOf } from '@/domain/eol/calendar';
import { DomainError, isDomainError } from '@/domain/errors';
import { can } from '@/domain/roles/permissions';
import { principalOf, type Caller } from '@/server/auth/principal';
import { admitCredentials } from '@/server/auth/shown-credentials';
import type { Deps } from '@/server/deps';
import { findOrganization } from '@/server/organization/queries';
import { answerTo } from '@/server/rest/errors';
import { REMOTE_ADDRESS_HEADER } from '@/server/rest/mount';
import { requestIdOf } from '@/server/rest/request-id';
import { csvStream } from './csv-stream';
import { matchExport, type ExportMatch, type ExportRoute } from './export-route';
import { exportSlots } from './export-slots';

/** Where lists are exported from. */
const EXPORT_BASE = '/export';
/** Exports may hold this part of the database's connections. */
const SHARE_OF_CONNECTIONS = 1 / 3;
const STALL_AFTER_MS = 30_000;

interface Passage {
  readonly request: Request;
  readonly requestId: string;
  match: ExportMatch | null;
  caller: Caller | null;
}

/**
 * Lists as CSV files, as one function from request to response. It never rejects. Session cookies and API keys
 * alike. Order of checks: unknown path 404, wrong verb 405, 401, 403, then the list.
 */
export function createExportHandler(
  deps: Deps,
  routes: readonly ExportRoute[],
): (request: Request) => Promise<Response> {
  const enter = exportSlots(Math.ceil(deps.env.databasePoolSize * SHARE_OF_CONNECTIONS));

  async function pass(passage: Passage): Promise<Response> {
    const { request } = passage;
    const { pathname, searchParams } = new URL(request.url);
    const match = matchExport(routes, pathname.slice(EXPORT_BASE.length));
    if (!match) throw new DomainError('not_found', 'Not Found');
    passage.match = match;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refusal(405, 'Method Not Allowed', { allow: 'GET, HEAD' });
    }
    const organizationId = await admit(passage, match.route);
    const organization = await findOrganization(organizationId, deps.db);
    const day = dayOf(deps.clock.now());
    const fileName = exportFileName(organization?.name ?? '', match.route.name, day);
    const address = { search: searchParams, id: match.id };
    const batches = match.route.records(deps, organizationId, address);
    return new Response(await stream(passage, match.route, batches), {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': attachmentNamed(fileName),
      },
    });
  }

  /** 401 and 403. */
  async function admit(passage: Passage, { permission }: ExportRoute) {
    const { headers } = passage.request;
    const outcome = await admitCredentials(headers, deps, {
      remoteAddress: headers.get(REMOTE_ADDRESS_HEADER) ?? '',
      path: new URL(passage.request.url).pathname,
    });
    if (outcome.result !== 'accepted') throw new DomainError('unauthorized', 'Unauthorized');
    passage.caller = outcome.caller;
    const principal = principalOf(outcome.caller);
    if (!principal || !can(principal.role, permission)) {
      throw new DomainError('forbidden', 'Forbidden');
    }
    return principal.organizationId;
  }

  async function stream(
    { requestId }: Passage,
    { header, name }: ExportRoute,
    batches: ReturnType<ExportRoute['records']>,
  ): Promise<ReadableStream<Uint8Array>> {
    const leave = await enter();
    const onEnd = (error: unknown) => {
      leave();
      if (error) deps.logger.error({ err: error, requestId, list: name }, 'an export broke off');
    };
    try {
      return await csvStream(header, batches, { stallAfterMs: STALL_AFTER_MS, onEnd });
    } catch (error) {
      leave();
      throw error;
    }
  }

  return async (request) => {
    const startedAtMs = performance.now();
    const requestId = requestIdOf(request.headers);
    const passage: Passage = { request, requestId, match: null, caller: null };
    const response = await pass(passage).catch((error: unknown) => {
      const { status, detail, headers } = answerTo(isDomainError(error) ? error : null);
      if (status >= 500) deps.logger.error({ err: error, requestId }, 'request failed');
      return refusal(status, detail, headers);
    });
    response.headers.set('x-request-id', requestId);
    response.headers.set('cache-control', 'no-store');
    response.headers.set('x-content-type-options', 'nosniff');
    deps.logger.info({
      event: 'request',
      requestId,
      method: request.method,
      path: new URL(request.url).pathname,
      route: passage.match && `${EXPORT_BASE}${passage.match.route.path}`,
      status: response.status,
      caller: passage.caller && { kind: passage.caller.kind, id: passage.caller.id },
      organization: passage.caller?.active?.organizationId ?? null,
      remoteAddress: request.headers.get(REMOTE_ADDRESS_HEADER) ?? '',
      // To the first rows; the rest is read at the caller's pace.
      durationMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
    });
    if (request.method !== 'HEAD') return response;
    await response.body?.cancel();
    return new Response(null, response);
  };
}

function refusal(status: number, detail: unknown, headers: Record<string, string>): Response {
  return Response.json({ detail }, { status, headers });
}
