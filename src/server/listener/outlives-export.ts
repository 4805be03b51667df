import { attachmentNamed } from '@/domain/csv/csv';
import { dayOf } from '@/domain/eol/calendar';
import { DomainError } from '@/domain/errors';
import { exportSlots } from '@/server/export/export-slots';
import { PAPERS } from '@/server/export/paper';
import { findOrganization } from '@/server/organization/service';
import { isPermitted, principalOf } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { methodNotAllowed, type Passage } from '@/server/platform/http/pipeline';
import { getOutlives } from '@/server/support-promise/service/outlives';
import { outlivesPdf } from '@/server/support-promise/service/pdf';

const PATH =
  /^\/export\/projects\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/outlives\.pdf\/?$/i;
/** Documents that are drawn at a time: each takes the processor for as long as it is drawn. */
const DRAWN_AT_A_TIME = 2;

/** Whether a path is that of what ends before a project's promised support, on paper. */
export function isOutlivesPath(pathname: string): boolean {
  return PATH.test(pathname);
}

/**
 * What in a project ends before its promised support, on paper (`?paper=A4` or `LETTER`). Order of checks: wrong verb 405,
 * 401, 403, 404, then the document.
 */
export function outlivesExport(deps: Deps): (passage: Passage) => Promise<Response> {
  const enter = exportSlots(DRAWN_AT_A_TIME, 'Too many documents are being drawn');
  return async (passage) => {
    const { request } = passage;
    const { pathname, searchParams } = new URL(request.url);
    const [, id = ''] = PATH.exec(pathname) ?? [];
    passage.route = '/export/projects/{id}/outlives.pdf';
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
    const principal = principalOf(await passage.requireCaller());
    if (!principal || !isPermitted(principal, 'promise:read'))
      throw new DomainError('forbidden', 'Forbidden');
    const { organizationId } = principal;
    const told = await getOutlives(deps, organizationId, id.toLowerCase());
    const organization = await findOrganization(organizationId, deps.db);
    const asked = searchParams.get('paper')?.toUpperCase();
    const paper = PAPERS.find((one) => one === asked) ?? 'A4';
    const madeAt = deps.clock.now();
    const leave = await enter(organizationId);
    try {
      const head = { organization: organization?.name ?? '', paper, madeAt };
      return new Response(await outlivesPdf(told, head), {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': attachmentNamed(`outlives-${dayOf(madeAt)}.pdf`),
          'x-content-type-options': 'nosniff',
        },
      });
    } finally {
      leave();
    }
  };
}
