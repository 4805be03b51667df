import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import type { Certificate } from '@/server/prisma-client/client';

export type CertificateRow = Certificate;

export function findCertificate(
  organizationId: OrganizationId,
  { prisma }: Database,
): Promise<CertificateRow | null> {
  return prisma.certificate.findUnique({ where: { organizationId } });
}
