import { attachmentNamed } from '@/domain/csv/csv';
import { DomainError } from '@/domain/errors';
import { transferName } from '@/domain/transfer/manifest';
import { exportSlots } from '@/server/export/export-slots';
import { STEADY_PACE } from '@/server/export/reader-pace';
import { readSteadily } from '@/server/export/steady-reader';
import { findOrganization } from '@/server/organization/service';
import { isPermitted, principalOf } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { methodNotAllowed, type Passage } from '@/server/platform/http/pipeline';
import { noteExport } from '@/server/transfer/service/asked';
import { exportOrganization } from '@/server/transfer/service/export';

/** Below `/export`. */
export const ORGANIZATION_EXPORT = '/organization.tar.gz';

/**
 * Everything of an organization as a file, for its admins. By POST, as it leaves an entry in the trail: no page elsewhere can
 * have a browser ask for it. One at a time in a process, as each holds a connection of the database for as long as its reader
 * takes. Order of checks: wrong verb 405, 401, 403, then the file.
 */
export function organizationExport(deps: Deps): (passage: Passage) => Promise<Response> {
  const enter = exportSlots(1, 'Too many organizations are being exported');
  return async (passage) => {
    if (passage.request.method !== 'POST') return methodNotAllowed('POST');
    const principal = principalOf(await passage.requireCaller());
    if (!principal || !isPermitted(principal, 'organization:manage'))
      throw new DomainError('forbidden', 'Forbidden');
    const { organizationId } = principal;
    const row = await findOrganization(organizationId, deps.db);
    if (!row) throw new DomainError('not_found', 'Organization not found');
    const organization = { id: organizationId, name: row.name };
    const at = deps.clock.now();
    const leave = await enter(organizationId);
    const onEnd = (error: unknown) => {
      leave();
      const { requestId } = passage;
      if (error) deps.logger.error({ err: error, requestId }, 'an export broke off');
    };
    try {
      const actor = { ...principal, origin: passage.callOrigin };
      await noteExport(deps, actor, organization, at);
      const file = exportOrganization(deps, organization, at);
      return new Response(readSteadily(file, { pace: STEADY_PACE, onEnd }), {
        headers: {
          'content-type': 'application/gzip',
          'content-disposition': attachmentNamed(transferName(organization.name, at)),
          'x-content-type-options': 'nosniff',
        },
      });
    } catch (error) {
      leave();
      throw error;
    }
  };
}
