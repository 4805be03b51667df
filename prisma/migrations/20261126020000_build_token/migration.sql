-- AlterEnum
ALTER TYPE "caller_kind" ADD VALUE 'build_token';

-- CreateEnum
CREATE TYPE "build_platform" AS ENUM ('github', 'gitlab');

-- CreateTable
CREATE TABLE "trusted_repository" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "platform" "build_platform" NOT NULL,
    "issuer" TEXT NOT NULL,
    "repository" TEXT NOT NULL,
    "project_name" TEXT,
    "ref" TEXT,
    "environment" TEXT,
    "only_protected" BOOLEAN NOT NULL,
    "pull_requests" BOOLEAN NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "trusted_repository_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "known_repository" (
    "organization_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "first_build" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_repository_pkey" PRIMARY KEY ("organization_id","issuer","kind","name_key")
);

-- CreateTable
CREATE TABLE "refused_build" (
    "organization_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "repository" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "path" TEXT NOT NULL,

    CONSTRAINT "refused_build_pkey" PRIMARY KEY ("organization_id","issuer","repository","reason")
);

-- CreateIndex
CREATE INDEX "trusted_repository_organization_id_issuer_idx" ON "trusted_repository"("organization_id", "issuer");

-- CreateIndex
CREATE INDEX "known_repository_organization_id_issuer_kind_number_idx" ON "known_repository"("organization_id", "issuer", "kind", "number");

-- CreateIndex
CREATE INDEX "refused_build_organization_id_last_at_idx" ON "refused_build"("organization_id", "last_at" DESC);

-- AddForeignKey
ALTER TABLE "trusted_repository" ADD CONSTRAINT "trusted_repository_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_repository" ADD CONSTRAINT "known_repository_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refused_build" ADD CONSTRAINT "refused_build_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
