import { attachmentNamed, exportFileName } from '@/domain/csv/csv';
import { dayOf } from '@/domain/eol/calendar';
import { DomainError, invalid } from '@/domain/errors';
import { can } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { principalOf, readerIdOf } from '@/server/platform/auth/principal';
import { readFromReplica } from '@/server/platform/db/replicas/read-from-replica';
import type { Deps } from '@/server/platform/deps';
import {
  handle,
  methodNotAllowed,
  type Passage,
  type RequestHandler,
} from '@/server/platform/http/pipeline';
import { findOrganization } from '@/server/organization/service';
import {
  matchExport,
  readChoice,
  type ExportMatch,
  type ExportRoute,
} from '@/server/export/export-route';
import { exportSlots } from '@/server/export/export-slots';
import { listFormat, type ListFormat } from '@/server/export/list-format';
import { listStream } from '@/server/export/list-stream';
import { STEADY_PACE } from '@/server/export/reader-pace';
import { FORECAST_DOCUMENT, forecastDocument } from './forecast-export';
import { ORGANIZATION_EXPORT, organizationExport } from './organization-export';
import { isOutlivesPath, outlivesExport } from './outlives-export';
import { isPackPath, packExport } from './pack-export';

/** Where lists are exported from. */
const EXPORT_BASE = '/export';
/** Exports may hold this part of the database's connections. */
const SHARE_OF_CONNECTIONS = 1 / 3;

/**
 * Lists as files, CSV or JSON, as one function from request to response. It never rejects. Session cookies and API keys
 * alike. Order of checks: unknown path 404, wrong verb 405, 401, 403, then the list.
 */
export function createExportHandler(deps: Deps, routes: readonly ExportRoute[]): RequestHandler {
  const enter = exportSlots(Math.ceil(deps.env.databasePoolSize * SHARE_OF_CONNECTIONS));

  const answerWhole = organizationExport(deps);
  const answerPack = packExport(deps);
  const answerForecast = forecastDocument(deps);
  const answerOutlives = outlivesExport(deps);

  async function answer(passage: Passage): Promise<Response> {
    const { request } = passage;
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === `${EXPORT_BASE}${ORGANIZATION_EXPORT}`) {
      passage.route = pathname;
      return answerWhole(passage);
    }
    if (pathname === `${EXPORT_BASE}${FORECAST_DOCUMENT}`) {
      passage.route = pathname;
      return answerForecast(passage);
    }
    if (isPackPath(pathname)) return answerPack(passage);
    if (isOutlivesPath(pathname)) return answerOutlives(passage);
    const match = matchExport(routes, pathname.slice(EXPORT_BASE.length));
    if (!match) throw new DomainError('not_found', 'Not Found');
    passage.route = `${EXPORT_BASE}${match.route.path}`;
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
    const principal = principalOf(await passage.requireCaller());
    if (!principal || !can(principal.role, match.route.permission)) {
      throw new DomainError('forbidden', 'Forbidden');
    }
    requireStorable(searchParams);
    const { organizationId } = principal;
    const address = { search: searchParams, id: match.id, readerId: readerIdOf(principal) };
    const choice = readChoice(match.route.columns, searchParams);
    const columns = choice.places.flatMap((place) => match.route.columns[place] ?? []);
    const format = listFormat(match.format, columns);
    const batches = await readFromReplica(deps.db, organizationId, (db) =>
      Promise.resolve(match.route.records({ ...deps, db }, organizationId, address, choice)),
    );
    return new Response(await stream(passage, match.route, organizationId, { format, batches }), {
      headers: {
        'content-type': format.contentType,
        'content-disposition': attachmentNamed(await fileNameOf(deps, organizationId, match)),
        'x-content-type-options': 'nosniff',
      },
    });
  }

  async function stream(
    { requestId }: Passage,
    { name }: ExportRoute,
    organizationId: OrganizationId,
    file: { readonly format: ListFormat; readonly batches: ReturnType<ExportRoute['records']> },
  ): Promise<ReadableStream<Uint8Array>> {
    const leave = await enter(organizationId);
    const onEnd = (error: unknown) => {
      leave();
      if (error) deps.logger.error({ err: error, requestId, list: name }, 'an export broke off');
    };
    try {
      return await listStream(file.format, file.batches, { pace: STEADY_PACE, onEnd });
    } catch (error) {
      leave();
      throw error;
    }
  }

  return (request, origin) => handle(deps, request, origin, answer);
}

/**
 * Refuses what no record can hold, and a database does not take: its text knows no NUL.
 * @throws DomainError 422
 */
function requireStorable(search: URLSearchParams): void {
  const faults = [...search]
    .filter(([, value]) => value.includes('\0'))
    .map(([name]) => ({
      loc: ['query', name],
      msg: 'Value error, must not hold NUL',
      type: 'value_error',
    }));
  if (faults.length > 0) throw invalid(faults);
}

async function fileNameOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  { route, format }: ExportMatch,
): Promise<string> {
  const organization = await findOrganization(organizationId, db);
  return exportFileName(organization?.name ?? '', route.name, dayOf(clock.now()), format);
}
