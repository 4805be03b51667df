-- CreateEnum
CREATE TYPE "saved_view_list" AS ENUM ('images', 'software', 'projects', 'findings');

-- CreateTable
CREATE TABLE "saved_view" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "list" "saved_view_list" NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "user_id" UUID,
    "team_id" UUID,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("organization_id","id")
);

-- A view is a person's or a team's.
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_has_one_owner"
  CHECK (("user_id" IS NULL) <> ("team_id" IS NULL));

-- CreateIndex
CREATE INDEX "saved_view_organization_id_user_id_idx" ON "saved_view"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "saved_view_organization_id_team_id_idx" ON "saved_view"("organization_id", "team_id");

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_organization_id_team_id_fkey" FOREIGN KEY ("organization_id", "team_id") REFERENCES "team"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
