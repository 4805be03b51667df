import { notFound } from '@/domain/errors';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { REFUSED_UPLOAD } from './get-queries';

/** As `recordRefusedUpload` writes them: a place and what is wrong there, or a message alone. */
interface StoredFault {
  readonly loc?: readonly (string | number)[];
  readonly msg: string;
}

interface RefusedUploadRow {
  readonly id: string;
  readonly refusedAt: Date;
  readonly path: string;
  readonly callerKind: 'person' | 'api_key';
  readonly callerName: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly status: number;
  readonly faults: readonly StoredFault[];
}

/**
 * An upload that was not accepted, with every fault that was kept of it.
 * @throws DomainError 404 when the organization has no such record, or it has made room for newer ones
 */
export async function getRefusedUpload(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
) {
  const [row] = await db.query<RefusedUploadRow>(REFUSED_UPLOAD, [organizationId, id]);
  if (!row) throw notFound('Refused upload');
  const { refusedAt, faults, ...facts } = row;
  return {
    ...facts,
    refusedDate: refusedAt.toISOString(),
    faults: faults.map(({ loc = [], msg }) => ({
      // Every fault is the body's.
      where: loc.filter((part, index) => index > 0 || part !== 'body').join('.'),
      message: msg,
    })),
  };
}
