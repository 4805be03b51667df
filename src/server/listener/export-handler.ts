import { attachmentNamed, exportFileName } from '@/domain/csv/csv';
import { dayOf } from '@/domain/eol/calendar';
import { DomainError } from '@/domain/errors';
import { can } from '@/domain/roles/permissions';
import { principalOf, readerIdOf } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import {
  handle,
  methodNotAllowed,
  type Passage,
  type RequestHandler,
} from '@/server/platform/http/pipeline';
import { findOrganization } from '@/server/organization/service';
import { csvStream } from '@/server/export/csv-stream';
import { matchExport, type ExportRoute } from '@/server/export/export-route';
import { exportSlots } from '@/server/export/export-slots';

/** Where lists are exported from. */
const EXPORT_BASE = '/export';
/** Exports may hold this part of the database's connections. */
const SHARE_OF_CONNECTIONS = 1 / 3;
const STALL_AFTER_MS = 30_000;

/**
 * Lists as CSV files, as one function from request to response. It never rejects. Session cookies and API keys
 * alike. Order of checks: unknown path 404, wrong verb 405, 401, 403, then the list.
 */
export function createExportHandler(deps: Deps, routes: readonly ExportRoute[]): RequestHandler {
  const enter = exportSlots(Math.ceil(deps.env.databasePoolSize * SHARE_OF_CONNECTIONS));

  async function answer(passage: Passage): Promise<Response> {
    const { request } = passage;
    const { pathname, searchParams } = new URL(request.url);
    const match = matchExport(routes, pathname.slice(EXPORT_BASE.length));
    if (!match) throw new DomainError('not_found', 'Not Found');
    passage.route = `${EXPORT_BASE}${match.route.path}`;
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
    const principal = principalOf(await passage.requireCaller());
    if (!principal || !can(principal.role, match.route.permission)) {
      throw new DomainError('forbidden', 'Forbidden');
    }
    const { organizationId } = principal;
    const organization = await findOrganization(organizationId, deps.db);
    const day = dayOf(deps.clock.now());
    const fileName = exportFileName(organization?.name ?? '', match.route.name, day);
    const address = { search: searchParams, id: match.id, readerId: readerIdOf(principal) };
    const batches = match.route.records(deps, organizationId, address);
    return new Response(await stream(passage, match.route, batches), {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': attachmentNamed(fileName),
        'x-content-type-options': 'nosniff',
      },
    });
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

  return (request, origin) => handle(deps, request, origin, answer);
}
