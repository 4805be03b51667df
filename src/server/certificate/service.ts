import type { CertificateBundle } from '@/domain/certificate/bundle';
import { notFound } from '@/domain/errors';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { toAuditedCertificate, toCertificateRecord } from './dto';
import { findCertificate, saveCertificate } from './repository';

/** Finds the organization's certificate, or null. */
export async function findStoredCertificate(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
) {
  const row = await findCertificate(organizationId, db);
  return row && toCertificateRecord(row);
}

/** @throws DomainError 404 when the organization has stored none */
export async function getCertificate(deps: Deps, organizationId: OrganizationId) {
  const record = await findStoredCertificate(deps, organizationId);
  if (!record) throw notFound('Certificate');
  return record;
}

/** Stores the organization's certificate in place of the one before, and answers with its record. */
export function storeCertificate(deps: Deps, actor: Actor, bundle: CertificateBundle) {
  const { organizationId } = actor;
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const before = await findCertificate(organizationId, tx);
    const after = await saveCertificate(organizationId, tx, bundle, at);
    await recordAudit(tx, actor, {
      at,
      action: 'certificate.upsert',
      subjectKind: 'certificate',
      subjectId: organizationId,
      ...(before && { before: toAuditedCertificate(before) }),
      after: toAuditedCertificate(after),
    });
    return toCertificateRecord(after);
  });
}
