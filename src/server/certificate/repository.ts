import type { CertificateBundle } from '@/domain/certificate/certificate-bundle';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { CERTIFICATE, UPSERT_CERTIFICATE } from './queries';

export interface CertificateRow extends CertificateBundle {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export async function findCertificate(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<CertificateRow | null> {
  const [row] = await db.query<CertificateRow>(CERTIFICATE, [organizationId]);
  return row ?? null;
}

/** Stores it in place of the one before, and gives it as it is stored now. */
export async function saveCertificate(
  organizationId: OrganizationId,
  tx: Transaction,
  { pem, subject, issuer, notBefore, notAfter }: CertificateBundle,
  at: Date,
): Promise<CertificateRow> {
  const [row] = await tx.query<CertificateRow>(UPSERT_CERTIFICATE, [
    organizationId,
    pem,
    subject,
    issuer,
    notBefore,
    notAfter,
    at,
  ]);
  if (!row) throw new Error('An upsert returned no row');
  return row;
}
