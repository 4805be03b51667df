-- AlterTable
ALTER TABLE "told_state" ADD COLUMN "item" JSONB;

-- CreateTable
CREATE TABLE "project_coverage" (
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "known_count" INTEGER NOT NULL,
    "package_count" INTEGER NOT NULL,
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_coverage_pkey" PRIMARY KEY ("organization_id","project_id")
);

-- AddForeignKey
ALTER TABLE "project_coverage" ADD CONSTRAINT "project_coverage_organization_id_project_id_fkey" FOREIGN KEY ("organization_id", "project_id") REFERENCES "project"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
