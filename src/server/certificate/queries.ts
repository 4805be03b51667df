const COLUMNS = `pem, subject, issuer, not_before AS "notBefore", not_after AS "notAfter",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The certificate of an organization. $1 organization. Plan: primary key. */
export const CERTIFICATE = `SELECT ${COLUMNS} FROM certificate WHERE organization_id = $1`;

/**
 * Stores the certificate of an organization in place of the one before. $1 organization, $2 PEM, $3 subject,
 * $4 issuer, $5 and $6 validity, $7 now. Plan: primary key.
 */
export const UPSERT_CERTIFICATE = `
INSERT INTO certificate (organization_id, pem, subject, issuer, not_before, not_after, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
ON CONFLICT (organization_id) DO UPDATE SET
  pem = excluded.pem, subject = excluded.subject, issuer = excluded.issuer,
  not_before = excluded.not_before, not_after = excluded.not_after, updated_at = excluded.updated_at
RETURNING ${COLUMNS}`;
