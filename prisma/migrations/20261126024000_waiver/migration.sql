-- CreateEnum
CREATE TYPE "waiver_scope" AS ENUM ('organization', 'project', 'image');

-- CreateEnum
CREATE TYPE "waiver_decision" AS ENUM ('asked', 'granted', 'declined', 'withdrawn', 'revoked');

-- CreateEnum
CREATE TYPE "waiver_event_kind" AS ENUM ('asked', 'changed', 'granted', 'declined', 'withdrawn', 'revoked', 'ended');

-- CreateEnum
CREATE TYPE "waiver_notice_kind" AS ENUM ('soon', 'last_day', 'ended');

-- AlterTable
ALTER TABLE "organization" ADD COLUMN "waiver_max_days" INTEGER NOT NULL DEFAULT 365,
ADD COLUMN "waiver_two_people" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "waiver" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "scope" "waiver_scope" NOT NULL,
    "project_name" TEXT,
    "image_name" TEXT,
    "image_tag" TEXT,
    "product_name" TEXT NOT NULL,
    "cycle" TEXT NOT NULL,
    "cycle_key" UUID NOT NULL,
    "subject_key" UUID NOT NULL,
    "search_text" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "control" TEXT,
    "links" TEXT[],
    "ends_on" DATE NOT NULL,
    "decision" "waiver_decision" NOT NULL,
    "version" INTEGER NOT NULL,
    "owner_id" UUID NOT NULL,
    "owner_name" TEXT NOT NULL,
    "asked_by_kind" "caller_kind" NOT NULL,
    "asked_by_id" UUID NOT NULL,
    "asked_by_name" TEXT NOT NULL,
    "asked_by_user_id" UUID,
    "decided_by_id" UUID,
    "decided_by_name" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "waiver_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "waiver_event" (
    "organization_id" UUID NOT NULL,
    "waiver_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" "waiver_event_kind" NOT NULL,
    "actor_kind" "caller_kind",
    "actor_id" UUID,
    "actor_name" TEXT,
    "actor_user_id" UUID,
    "note" TEXT,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "waiver_event_pkey" PRIMARY KEY ("organization_id","waiver_id","id")
);

-- CreateTable
CREATE TABLE "waiver_link" (
    "organization_id" UUID NOT NULL,
    "waiver_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "waiver_link_pkey" PRIMARY KEY ("organization_id","waiver_id","user_id")
);

-- CreateTable
CREATE TABLE "waiver_notice" (
    "organization_id" UUID NOT NULL,
    "waiver_id" UUID NOT NULL,
    "kind" "waiver_notice_kind" NOT NULL,
    "ends_on" DATE NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "waiver_notice_pkey" PRIMARY KEY ("organization_id","waiver_id","kind","ends_on")
);

-- CreateIndex
CREATE INDEX "waiver_organization_id_decision_ends_on_idx" ON "waiver"("organization_id", "decision", "ends_on");

-- CreateIndex
CREATE INDEX "waiver_organization_id_subject_key_idx" ON "waiver"("organization_id", "subject_key");

-- CreateIndex
CREATE INDEX "waiver_organization_id_created_at_idx" ON "waiver"("organization_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "waiver_link_token_hash_key" ON "waiver_link"("token_hash");

-- AddForeignKey
ALTER TABLE "waiver" ADD CONSTRAINT "waiver_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waiver_event" ADD CONSTRAINT "waiver_event_organization_id_waiver_id_fkey" FOREIGN KEY ("organization_id", "waiver_id") REFERENCES "waiver"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waiver_link" ADD CONSTRAINT "waiver_link_organization_id_waiver_id_fkey" FOREIGN KEY ("organization_id", "waiver_id") REFERENCES "waiver"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waiver_notice" ADD CONSTRAINT "waiver_notice_organization_id_waiver_id_fkey" FOREIGN KEY ("organization_id", "waiver_id") REFERENCES "waiver"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A waiver's history is kept for ever, whoever is connected: it goes with the organization alone.
CREATE FUNCTION refuse_waiver_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM organization WHERE id = OLD.organization_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the history of waivers is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER waiver_event_append_only BEFORE UPDATE OR DELETE ON waiver_event
  FOR EACH ROW EXECUTE FUNCTION refuse_waiver_history_change();
CREATE TRIGGER waiver_kept BEFORE DELETE ON waiver
  FOR EACH ROW EXECUTE FUNCTION refuse_waiver_history_change();
CREATE TRIGGER waiver_event_not_truncated BEFORE TRUNCATE ON waiver_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_waiver_history_change();

-- Whoever causes it to run may have a temporary table named organization: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION refuse_waiver_history_change() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;
