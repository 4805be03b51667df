import type { CertificateBundle } from '@/domain/certificate/bundle';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';

const FIELDS = {
  pem: true,
  subject: true,
  issuer: true,
  notBefore: true,
  notAfter: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.CertificateSelect;

export type CertificateRow = Prisma.CertificateGetPayload<{ select: typeof FIELDS }>;

export function findCertificate(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<CertificateRow | null> {
  return db.of(organizationId).certificate.findFirst({ select: FIELDS });
}

/** Stores it in place of the one before, and gives it as it is stored now. */
export function saveCertificate(
  organizationId: OrganizationId,
  tx: Transaction,
  { pem, subject, issuer, notBefore, notAfter }: CertificateBundle,
  at: Date,
): Promise<CertificateRow> {
  const bundle = { pem, subject, issuer, notBefore, notAfter };
  return tx.sql
    .insertInto('certificate')
    .values({ organizationId, ...bundle, createdAt: at, updatedAt: at })
    .onConflict((known) => known.column('organizationId').doUpdateSet({ ...bundle, updatedAt: at }))
    .returning(['pem', 'subject', 'issuer', 'notBefore', 'notAfter', 'createdAt', 'updatedAt'])
    .executeTakeFirstOrThrow();
}
