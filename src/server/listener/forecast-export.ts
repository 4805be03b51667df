import { attachmentNamed, exportFileName } from '@/domain/csv/csv';
import { dayOf } from '@/domain/eol/calendar';
import { DomainError, invalid } from '@/domain/errors';
import { faultsOf } from '@/domain/validation/zod-faults';
import { exportSlots } from '@/server/export/export-slots';
import { PAPERS } from '@/server/export/paper';
import { getForecastInput, toForecastQuery } from '@/server/forecast/get-forecast';
import { getForecast } from '@/server/forecast/service/forecast';
import { forecastPdf } from '@/server/forecast/service/pdf';
import { findOrganization } from '@/server/organization/service';
import { isPermitted, principalOf, readerIdOf } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { methodNotAllowed, type Passage } from '@/server/platform/http/pipeline';

/** Where the forecast is as a document. */
export const FORECAST_DOCUMENT = '/forecast.pdf';
/** Documents that are drawn at a time: each takes the processor for as long as it is drawn. */
const DRAWN_AT_A_TIME = 2;

/**
 * The forecast on paper (`?paper=A4` or `LETTER`), of what its page's address asks for. Order of checks: wrong verb 405, 401,
 * 403, 422, 404 for a project or team that there is not.
 */
export function forecastDocument(deps: Deps): (passage: Passage) => Promise<Response> {
  const enter = exportSlots(DRAWN_AT_A_TIME, 'Too many documents are being drawn');
  return async (passage) => {
    const { request } = passage;
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
    const principal = principalOf(await passage.requireCaller());
    if (!principal || !isPermitted(principal, 'inventory:read'))
      throw new DomainError('forbidden', 'Forbidden');
    const { searchParams } = new URL(request.url);
    const { organizationId } = principal;
    const query = toForecastQuery(inputOf(searchParams), readerIdOf(principal));
    const asked = searchParams.get('paper')?.toUpperCase();
    const paper = PAPERS.find((one) => one === asked) ?? 'A4';
    const leave = await enter(organizationId);
    try {
      const [forecast, found] = await Promise.all([
        getForecast(deps, organizationId, query),
        findOrganization(organizationId, deps.db),
      ]);
      const [madeAt, organization] = [deps.clock.now(), found?.name ?? ''];
      const body = await forecastPdf(forecast, { organization, paper, madeAt });
      const name = exportFileName(organization, 'forecast', dayOf(madeAt), 'pdf');
      return new Response(body, {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': attachmentNamed(name),
          'x-content-type-options': 'nosniff',
        },
      });
    } finally {
      leave();
    }
  };
}

/** Reads what the page's address has, in the words of the API. */
function inputOf(search: URLSearchParams) {
  const given = {
    ...{ quarters: search.get('quarters'), project_id: search.get('project') },
    ...{ owner: search.get('owner'), label: search.get('label') },
    ...{ label_is: search.get('labelIs'), label_value: search.get('labelValue') },
  };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const read = getForecastInput.safeParse(present);
  if (read.success) return read.data;
  throw invalid(faultsOf(read.error, 'query', present));
}
