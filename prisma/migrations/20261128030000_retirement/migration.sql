-- CreateEnum
CREATE TYPE "retirement_reason" AS ENUM ('by_hand', 'not_scanned', 'not_running');

-- CreateEnum
CREATE TYPE "retirement_end" AS ENUM ('by_hand', 'scanned', 'running', 'rule_changed', 'deleted');

-- AlterTable
ALTER TABLE "organization" ADD COLUMN "retire_not_scanned_days" INTEGER NOT NULL DEFAULT 90,
ADD COLUMN "retire_not_running_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "retires_from" DATE,
ADD COLUMN "retire_looked_on" DATE,
ADD COLUMN "retire_changes" INTEGER NOT NULL DEFAULT 0;

-- Whoever has images already is told a week before the first of them are retired.
UPDATE "organization" SET "retires_from" = current_date + 7;

-- AlterTable
ALTER TABLE "project" ADD COLUMN "retire_not_scanned_days" INTEGER;

-- AlterTable
ALTER TABLE "image_tag" ADD COLUMN "last_run_at" TIMESTAMPTZ(3),
ADD COLUMN "brought_back_at" TIMESTAMPTZ(3),
ADD COLUMN "retired_at" TIMESTAMPTZ(3),
ADD COLUMN "retired_finding_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];

-- What is retired counts nowhere: it has left every list as what is deleted has.
ALTER TABLE "image_tag" ADD CONSTRAINT "image_tag_retired_counts_nowhere"
  CHECK ("retired_at" IS NULL OR "deleted_at" IS NOT NULL);

-- A scan of what is retired brings it back: there is one image tag of a reference, retired or not.
DROP INDEX "image_tag_live_reference_key";
CREATE UNIQUE INDEX "image_tag_live_reference_key" ON "image_tag"("organization_id", "project_id", "reference_key")
  WHERE (deleted_at IS NULL OR retired_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "image_tag_retired_idx" ON "image_tag"("organization_id", "sort_key", "id") WHERE (retired_at IS NOT NULL);

-- CreateTable
CREATE TABLE "image_retirement" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "image_tag_id" UUID NOT NULL,
    "retired_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" "retirement_reason" NOT NULL,
    "days" INTEGER,
    "note" TEXT,
    "retired_by_kind" "caller_kind",
    "retired_by_id" UUID,
    "retired_by_name" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "end" "retirement_end",
    "ended_by_kind" "caller_kind",
    "ended_by_id" UUID,
    "ended_by_name" TEXT,

    CONSTRAINT "image_retirement_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "image_retirement_organization_id_image_tag_id_retired_at_idx" ON "image_retirement"("organization_id", "image_tag_id", "retired_at");

-- CreateIndex
CREATE UNIQUE INDEX "image_retirement_current_key" ON "image_retirement"("organization_id", "image_tag_id") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "image_retirement_counts_idx" ON "image_retirement"("organization_id", "reason", "retired_at") WHERE (ended_at IS NULL);

-- AddForeignKey
ALTER TABLE "image_retirement" ADD CONSTRAINT "image_retirement_organization_id_image_tag_id_fkey" FOREIGN KEY ("organization_id", "image_tag_id") REFERENCES "image_tag"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
