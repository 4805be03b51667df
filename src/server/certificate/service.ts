import { notFound } from '@/domain/errors';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { toCertificateRecord } from './dto';
import { findCertificate } from './repository';

/** @throws DomainError 404 when the organization has stored none */
export async function getCertificate({ db }: Deps, organizationId: OrganizationId) {
  const row = await findCertificate(organizationId, db);
  if (!row) throw notFound('Certificate');
  return toCertificateRecord(row);
}
