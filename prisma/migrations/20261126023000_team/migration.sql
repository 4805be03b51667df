-- CreateEnum
CREATE TYPE "owner_rule_kind" AS ENUM ('name', 'label', 'namespace', 'codeowners');

-- CreateTable
CREATE TABLE "team" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" UUID NOT NULL,
    "search_text" TEXT NOT NULL,
    "sort_key" TEXT NOT NULL,
    "email" TEXT,
    "link" TEXT,
    "handles" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "team_member" (
    "organization_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_member_pkey" PRIMARY KEY ("organization_id","team_id","user_id")
);

-- CreateTable
CREATE TABLE "owner_rule" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "owner_rule_kind" NOT NULL,
    "subject" TEXT,
    "pattern" TEXT,
    "subject_like" TEXT,
    "pattern_like" TEXT,
    "team_id" UUID,

    CONSTRAINT "owner_rule_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "project_namespace" (
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "namespace" TEXT NOT NULL,

    CONSTRAINT "project_namespace_pkey" PRIMARY KEY ("organization_id","project_id","cluster_id","namespace")
);

-- CreateTable
CREATE TABLE "project_codeowners" (
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "pattern" TEXT,
    "line" INTEGER,
    "handles" TEXT[],
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_codeowners_pkey" PRIMARY KEY ("organization_id","project_id")
);

-- AlterTable
ALTER TABLE "project" ADD COLUMN "owner_team_id" UUID,
ADD COLUMN "owner_rule_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "team_organization_id_name_key_key" ON "team"("organization_id", "name_key");

-- CreateIndex
CREATE INDEX "team_member_organization_id_user_id_idx" ON "team_member"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "owner_rule_organization_id_team_id_idx" ON "owner_rule"("organization_id", "team_id");

-- CreateIndex
CREATE INDEX "project_namespace_organization_id_cluster_id_idx" ON "project_namespace"("organization_id", "cluster_id");

-- CreateIndex
CREATE INDEX "project_organization_id_owner_team_id_idx" ON "project"("organization_id", "owner_team_id");

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_organization_id_team_id_fkey" FOREIGN KEY ("organization_id", "team_id") REFERENCES "team"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "owner_rule" ADD CONSTRAINT "owner_rule_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "owner_rule" ADD CONSTRAINT "owner_rule_organization_id_team_id_fkey" FOREIGN KEY ("organization_id", "team_id") REFERENCES "team"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_namespace" ADD CONSTRAINT "project_namespace_organization_id_project_id_fkey" FOREIGN KEY ("organization_id", "project_id") REFERENCES "project"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_namespace" ADD CONSTRAINT "project_namespace_organization_id_cluster_id_fkey" FOREIGN KEY ("organization_id", "cluster_id") REFERENCES "cluster"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_codeowners" ADD CONSTRAINT "project_codeowners_organization_id_project_id_fkey" FOREIGN KEY ("organization_id", "project_id") REFERENCES "project"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_organization_id_owner_team_id_fkey" FOREIGN KEY ("organization_id", "owner_team_id") REFERENCES "team"("organization_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
