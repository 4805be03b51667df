-- CreateEnum
CREATE TYPE "address_proof" AS ENUM ('invitation', 'reset', 'confirmation', 'provider');

-- CreateEnum
CREATE TYPE "account_notice_kind" AS ENUM ('taken_over', 'linked');

-- AlterEnum
ALTER TYPE "account_token_kind" ADD VALUE 'prove_email';

-- AlterTable
ALTER TABLE "app_user"
  ADD COLUMN "email_proven_at" TIMESTAMPTZ(3),
  ADD COLUMN "email_proven_by" "address_proof";

-- AlterTable
ALTER TABLE "account_token" ADD COLUMN "mailed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN "mailed_token_hash" BYTEA;

-- CreateTable
CREATE TABLE "account_notice" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "account_notice_kind" NOT NULL,
    "detail" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_notice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_notice_user_id_idx" ON "account_notice"("user_id");

-- CreateIndex
CREATE INDEX "invitation_mailed_token_hash_idx" ON "invitation"("mailed_token_hash");

-- CreateIndex
CREATE INDEX "api_key_created_by_user_id_idx" ON "api_key"("created_by_user_id");

-- AddForeignKey
ALTER TABLE "account_notice" ADD CONSTRAINT "account_notice_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What can be known of the addresses so far. An account without a password was never anybody's but the one's
-- whom the provider named. One that has an identity and a password may have been set up by somebody else before
-- it was linked: it stays unproven, and the next sign-in at the provider ends what that person still has.
UPDATE "app_user" u SET "email_proven_by" = 'provider', "email_proven_at" = i.at
  FROM (SELECT "user_id", min("created_at") AS at FROM "user_identity" GROUP BY "user_id") i
 WHERE i."user_id" = u."id" AND u."password_hash" IS NULL;

-- An address that was confirmed by a mailed link.
UPDATE "app_user" u SET "email_proven_by" = 'confirmation', "email_proven_at" = e.at
  FROM (SELECT "subject_id", "detail" ->> 'to' AS email, max("at") AS at
          FROM "installation_audit_event"
         WHERE "action" = 'account.email_change' GROUP BY 1, 2) e
 WHERE u."email_proven_at" IS NULL AND e."subject_id" = u."id"::text AND e.email = u."email";

-- A password that was chosen with a mailed link: the operator printed none in the hour that a link holds.
UPDATE "app_user" u SET "email_proven_by" = 'reset', "email_proven_at" = r.at
  FROM (SELECT "subject_id", max("at") AS at FROM "installation_audit_event" mailed
         WHERE "action" = 'account.password_reset'
           AND NOT EXISTS (SELECT FROM "installation_audit_event" printed
                            WHERE printed."action" = 'account.reset_link'
                              AND printed."subject_id" = mailed."subject_id"
                              AND printed."at" BETWEEN mailed."at" - interval '1 hour' AND mailed."at")
         GROUP BY 1) r
 WHERE u."email_proven_at" IS NULL AND r."subject_id" = u."id"::text;
