import type { CertificateRow } from './repository';

export function toCertificateRecord(row: CertificateRow) {
  return {
    certificate: row.pem,
    subject: row.subject,
    issuer: row.issuer,
    not_before: row.notBefore.toISOString(),
    not_after: row.notAfter.toISOString(),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The record without its 64 KiB of PEM: enough to know in the audit trail which certificate it was. */
export function toAuditedCertificate(row: CertificateRow) {
  const { certificate: _, ...audited } = toCertificateRecord(row);
  return audited;
}
