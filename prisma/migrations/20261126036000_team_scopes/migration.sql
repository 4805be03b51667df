-- AlterEnum
ALTER TYPE "feed_scope" ADD VALUE 'team' BEFORE 'project';
ALTER TYPE "feed_scope" ADD VALUE 'mine';

-- AlterEnum
ALTER TYPE "waiver_scope" ADD VALUE 'team' BEFORE 'project';

-- AlterTable
ALTER TABLE "plan" ADD COLUMN "owner_team_id" UUID;

-- AlterTable
ALTER TABLE "waiver" ADD COLUMN "team_id" UUID,
ADD COLUMN "team_name" TEXT;

-- CreateIndex
CREATE INDEX "plan_organization_id_owner_team_id_idx" ON "plan"("organization_id", "owner_team_id");

-- AddForeignKey
ALTER TABLE "plan" ADD CONSTRAINT "plan_organization_id_owner_team_id_fkey" FOREIGN KEY ("organization_id", "owner_team_id") REFERENCES "team"("organization_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
