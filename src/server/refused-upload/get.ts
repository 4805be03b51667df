import { notFound } from '@/domain/errors';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { toRefusedUpload, type RefusedUploadRow } from './dto';
import { REFUSED_UPLOAD } from './get-queries';

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
  return toRefusedUpload(row);
}
