-- Who was removed from an organization or left it. Until now the audit log alone knew, and an organization may have its entries
-- removed after a year. An address is kept as a digest with its person's id: it is compared, and never shown.
-- CreateTable
CREATE TABLE "former_member" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email_sha256" BYTEA NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_member_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- AddForeignKey
ALTER TABLE "former_member" ADD CONSTRAINT "former_member_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What the log tells so far, but of those who are members again. An entry without an address has the digest of none.
INSERT INTO "former_member" ("organization_id", "user_id", "email_sha256", "left_at")
SELECT DISTINCT ON (e.organization_id, e.subject_id) e.organization_id, e.subject_id::uuid,
       sha256(convert_to(e.subject_id || coalesce(lower(e.before ->> 'email'), ''), 'UTF8')), e.at
  FROM audit_event e
  LEFT JOIN membership m ON m.organization_id = e.organization_id AND m.user_id::text = e.subject_id
 WHERE e.action = 'member.remove' AND e.subject_kind = 'user' AND m.user_id IS NULL
   AND e.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
 ORDER BY e.organization_id, e.subject_id, e.at DESC, e.id DESC;
