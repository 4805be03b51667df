/** The certificate of an organization. $1 organization. Plan: primary key. */
export const CERTIFICATE = `
SELECT pem, subject, issuer, not_before AS "notBefore", not_after AS "notAfter",
  created_at AS "createdAt", updated_at AS "updatedAt"
FROM certificate
WHERE organization_id = $1`;
