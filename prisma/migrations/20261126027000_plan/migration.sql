-- CreateEnum
CREATE TYPE "plan_scope" AS ENUM ('organization', 'team', 'project');

-- CreateTable
CREATE TABLE "plan" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "scope" "plan_scope" NOT NULL,
    "project_id" UUID,
    "team_id" UUID,
    "product_name" TEXT NOT NULL,
    "cycle" TEXT NOT NULL,
    "cycle_key" UUID NOT NULL,
    "subject_key" UUID NOT NULL,
    "target_product" TEXT NOT NULL,
    "target_cycle" TEXT NOT NULL,
    "due_on" DATE NOT NULL,
    "owner_id" UUID,
    "owner_name" TEXT,
    "ticket" TEXT,
    "note" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "started_by_name" TEXT,
    "created_by_kind" "caller_kind" NOT NULL,
    "created_by_id" UUID NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "plan_organization_id_subject_key_key" ON "plan"("organization_id", "subject_key");

-- CreateIndex
CREATE INDEX "plan_organization_id_project_id_idx" ON "plan"("organization_id", "project_id");

-- CreateIndex
CREATE INDEX "plan_organization_id_team_id_idx" ON "plan"("organization_id", "team_id");

-- CreateIndex
CREATE INDEX "plan_organization_id_cycle_key_idx" ON "plan"("organization_id", "cycle_key");

-- AddForeignKey
ALTER TABLE "plan" ADD CONSTRAINT "plan_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan" ADD CONSTRAINT "plan_organization_id_project_id_fkey" FOREIGN KEY ("organization_id", "project_id") REFERENCES "project"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan" ADD CONSTRAINT "plan_organization_id_team_id_fkey" FOREIGN KEY ("organization_id", "team_id") REFERENCES "team"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
