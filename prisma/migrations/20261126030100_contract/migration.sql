-- CreateEnum
CREATE TYPE "contract_scope" AS ENUM ('organization', 'team', 'project');

-- CreateTable
CREATE TABLE "contract" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "vendor" TEXT NOT NULL,
    "scope" "contract_scope" NOT NULL,
    "project_id" UUID,
    "team_id" UUID,
    "starts_on" DATE NOT NULL,
    "ends_on" DATE NOT NULL,
    "has_begun" BOOLEAN NOT NULL,
    "notice_days" INTEGER NOT NULL,
    "cost_amount" TEXT,
    "cost_currency" TEXT,
    "document_url" TEXT,
    "note" TEXT,
    "created_by_kind" "caller_kind" NOT NULL,
    "created_by_id" UUID NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contract_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "contract_software" (
    "organization_id" UUID NOT NULL,
    "contract_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "product_name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "cycle" TEXT,

    CONSTRAINT "contract_software_pkey" PRIMARY KEY ("organization_id","contract_id","position")
);

-- AlterTable
ALTER TABLE "software_cycle" ADD COLUMN "contract_id" UUID,
ADD COLUMN "upstream_id" UUID,
ADD COLUMN "upstream_eol_on" DATE,
ADD COLUMN "upstream_eol_on_known" BOOLEAN,
ADD COLUMN "upstream_eol_source" "eol_source",
ADD COLUMN "covered_from" DATE,
ADD COLUMN "covered_until" DATE;

-- AlterTable
ALTER TABLE "software" ADD COLUMN "upstream_id" UUID;

-- CreateIndex
CREATE INDEX "contract_organization_id_ends_on_idx" ON "contract"("organization_id", "ends_on");

-- CreateIndex
CREATE INDEX "contract_organization_id_team_id_idx" ON "contract"("organization_id", "team_id");

-- CreateIndex
CREATE INDEX "software_cycle_organization_id_contract_id_idx" ON "software_cycle"("organization_id", "contract_id");

-- CreateIndex
CREATE INDEX "software_cycle_organization_id_upstream_id_idx" ON "software_cycle"("organization_id", "upstream_id");

-- CreateIndex
CREATE INDEX "software_organization_id_upstream_id_idx" ON "software"("organization_id", "upstream_id");

-- AddForeignKey
ALTER TABLE "contract" ADD CONSTRAINT "contract_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contract" ADD CONSTRAINT "contract_organization_id_team_id_fkey" FOREIGN KEY ("organization_id", "team_id") REFERENCES "team"("organization_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contract_software" ADD CONSTRAINT "contract_software_organization_id_contract_id_fkey" FOREIGN KEY ("organization_id", "contract_id") REFERENCES "contract"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "software_cycle" ADD CONSTRAINT "software_cycle_organization_id_contract_id_fkey" FOREIGN KEY ("organization_id", "contract_id") REFERENCES "contract"("organization_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "software_cycle" ADD CONSTRAINT "software_cycle_organization_id_upstream_id_fkey" FOREIGN KEY ("organization_id", "upstream_id") REFERENCES "software_cycle"("organization_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "software" ADD CONSTRAINT "software_organization_id_upstream_id_fkey" FOREIGN KEY ("organization_id", "upstream_id") REFERENCES "software"("organization_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A contract's scope names its project or its team, and nothing else does.
ALTER TABLE "contract" ADD CONSTRAINT "contract_place_check" CHECK (
  ("scope" = 'project') = ("project_id" IS NOT NULL) AND ("scope" = 'team') = ("team_id" IS NOT NULL));

-- A covered cycle has its own end and that of the cycle it stands for; others have neither.
ALTER TABLE "software_cycle" ADD CONSTRAINT "software_cycle_covered_check" CHECK (
  ("contract_id" IS NULL) = ("upstream_id" IS NULL) AND ("contract_id" IS NULL) = ("covered_from" IS NULL)
  AND ("contract_id" IS NULL) = ("covered_until" IS NULL) AND ("contract_id" IS NULL) = ("upstream_eol_source" IS NULL));

-- The later of the two ends: `supportedEnd` of src/domain/contract/support.ts. What has no known end upstream has none by a
-- contract either; what ended on an unknown day ends with the contract.
CREATE FUNCTION judge_covered_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  by_contract BOOLEAN := coalesce(NEW.covered_until > NEW.upstream_eol_on, false);
BEGIN
  NEW.eol_on := CASE WHEN by_contract THEN NEW.covered_until ELSE NEW.upstream_eol_on END;
  NEW.eol_on_known := by_contract OR coalesce(NEW.upstream_eol_on_known, false);
  NEW.eol_source := CASE WHEN by_contract THEN 'contract' ELSE NEW.upstream_eol_source END;
  RETURN NEW;
END
$$;

CREATE TRIGGER software_cycle_covered BEFORE INSERT OR UPDATE ON software_cycle
  FOR EACH ROW WHEN (NEW.contract_id IS NOT NULL) EXECUTE FUNCTION judge_covered_cycle();

-- Two statements write cycles, for scans and for the catalog. Whatever they write of one holds for those that stand for it
-- under a contract: here neither can forget them.
CREATE FUNCTION follow_upstream_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE software_cycle v
     SET product_permalink = NEW.product_permalink, lts = NEW.lts, released_on = NEW.released_on,
         latest_release = NEW.latest_release, latest_released_on = NEW.latest_released_on,
         scanner_eol_on = NEW.scanner_eol_on, scanner_ended = NEW.scanner_ended,
         scanner_eol_is_plain = NEW.scanner_eol_is_plain, catalog_eol_on = NEW.catalog_eol_on,
         catalog_ended = NEW.catalog_ended, catalog_inferred_from = NEW.catalog_inferred_from,
         override_eol_on = NEW.override_eol_on, upstream_eol_on = NEW.eol_on,
         upstream_eol_on_known = NEW.eol_on_known, upstream_eol_source = NEW.eol_source, updated_at = NEW.updated_at
   WHERE v.organization_id = NEW.organization_id AND v.upstream_id = NEW.id;
  RETURN NULL;
END
$$;

-- Whoever writes a cycle may have a temporary table of the same name: nothing is written there.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION judge_covered_cycle() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION follow_upstream_cycle() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

CREATE TRIGGER software_cycle_upstream AFTER UPDATE ON software_cycle
  FOR EACH ROW WHEN (NEW.contract_id IS NULL) EXECUTE FUNCTION follow_upstream_cycle();

-- The end of a covered cycle is set by a trigger, not by the statement, which is all that UPDATE OF looks at.
DROP TRIGGER software_cycle_moved ON software_cycle;
CREATE TRIGGER software_cycle_moved AFTER UPDATE ON software_cycle
  FOR EACH ROW
  WHEN ((CASE WHEN OLD.eol_on_known THEN OLD.eol_on END) IS DISTINCT FROM (CASE WHEN NEW.eol_on_known THEN NEW.eol_on END))
  EXECUTE FUNCTION note_cycle_move();
