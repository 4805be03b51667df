import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { CERTIFICATE } from './queries';

export interface CertificateRow {
  readonly pem: string;
  readonly subject: string;
  readonly issuer: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export async function findCertificate(
  organizationId: OrganizationId,
  db: Database,
): Promise<CertificateRow | null> {
  const [row] = await db.query<CertificateRow>(CERTIFICATE, [organizationId]);
  return row ?? null;
}
