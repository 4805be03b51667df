import type { CertificateRow } from './repository';
import { z } from 'zod';
import { instant } from '@/server/platform/trpc/outputs';

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

/** Makes the record without its 64 KiB of PEM: enough to know in the audit trail which certificate it was. */
export function toAuditedCertificate(row: CertificateRow) {
  const { certificate: _, ...audited } = toCertificateRecord(row);
  return audited;
}

/** For the API's document, which promises that its examples are accepted. */
const PEM_EXAMPLE = `-----BEGIN CERTIFICATE-----
MIHjMIGWoAMCAQICAQEwBQYDK2VwMBUxEzARBgNVBAMTCkV4YW1wbGUgQ0EwHhcN
MjYwMTAxMDAwMDAwWhcNMjcwMTAxMDAwMDAwWjAeMRwwGgYDVQQDExNzaWduaW5n
LmV4YW1wbGUuY29tMCowBQYDK2VwAyEAgV/ptbZfsFZLO613wG1QxLfYhucF9zEW
FouqDJsT8G2jAjAAMAUGAytlcANBAJxjPaIa0Rv6tdyHK81MgHYnuX4EvLDh89Mm
jUfv8GVg7VOpEj7vTK+zHfOqXeosEC+7RBtNv600IIa3UJ6Kww8=
-----END CERTIFICATE-----
`;

/** The API document's description of a text that holds certificates. */
export const pemMeta = {
  example: PEM_EXAMPLE,
  contentMediaType: 'application/pem-certificate-chain',
} as const;

export const certificateRecord = z
  .object({
    certificate: z.string().meta({ ...pemMeta, description: 'PEM, one certificate or several' }),
    subject: z.string().describe('Of the first certificate'),
    issuer: z.string().describe('Of the first certificate'),
    not_before: instant,
    not_after: instant,
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'Certificate',
    example: {
      certificate: PEM_EXAMPLE,
      subject: 'CN=signing.example.com',
      issuer: 'CN=Example CA',
      not_before: '2026-01-01T00:00:00.000Z',
      not_after: '2027-01-01T00:00:00.000Z',
      created_at: '2026-01-02T09:00:00.000Z',
      updated_at: '2026-01-02T09:00:00.000Z',
    },
  });
