-- CreateEnum
CREATE TYPE "feed_scope" AS ENUM ('organization', 'project', 'image', 'product');

-- CreateTable
CREATE TABLE "feed_token" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "scope" "feed_scope" NOT NULL,
    "subject_id" UUID,
    "product" TEXT,
    "public_id" CHAR(8) NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_by_user_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "feed_token_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "software_cycle_move" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "software_cycle_id" UUID NOT NULL,
    "old_eol_on" DATE,
    "new_eol_on" DATE,
    "source" "eol_source" NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "software_cycle_move_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "feed_token_organization_id_created_at_idx" ON "feed_token"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "feed_token_public_id_idx" ON "feed_token"("public_id");

-- CreateIndex
CREATE INDEX "software_cycle_move_organization_id_software_cycle_id_moved_idx" ON "software_cycle_move"("organization_id", "software_cycle_id", "moved_at");

-- AddForeignKey
ALTER TABLE "feed_token" ADD CONSTRAINT "feed_token_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "software_cycle_move" ADD CONSTRAINT "software_cycle_move_organization_id_software_cycle_id_fkey" FOREIGN KEY ("organization_id", "software_cycle_id") REFERENCES "software_cycle"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Two statements write the ends of cycles, for scans and for the catalog; here neither can forget to note that one moved.
-- A day on which something was first seen is no end: what ended on an unknown day has none.
CREATE FUNCTION note_cycle_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO software_cycle_move (organization_id, id, software_cycle_id, old_eol_on, new_eol_on, source, moved_at)
  VALUES (NEW.organization_id, gen_random_uuid(), NEW.id,
          CASE WHEN OLD.eol_on_known THEN OLD.eol_on END,
          CASE WHEN NEW.eol_on_known THEN NEW.eol_on END,
          NEW.eol_source, NEW.updated_at);
  RETURN NULL;
END
$$;

-- Whoever writes a cycle may have a temporary table of the same name: nothing is written there.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION note_cycle_move() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

CREATE TRIGGER software_cycle_moved AFTER UPDATE OF eol_on, eol_on_known ON software_cycle
  FOR EACH ROW
  WHEN ((CASE WHEN OLD.eol_on_known THEN OLD.eol_on END) IS DISTINCT FROM (CASE WHEN NEW.eol_on_known THEN NEW.eol_on END))
  EXECUTE FUNCTION note_cycle_move();
