-- What is fetched for an organization is uploaded by nobody who calls.
ALTER TYPE "caller_kind" ADD VALUE 'companion';

-- CreateTable
CREATE TABLE "companion" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "sealed_key" TEXT NOT NULL,
    "interval_hours" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "next_pull_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "fault" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "server_version" TEXT,
    "listed" INTEGER NOT NULL DEFAULT 0,
    "pulled" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "without_bom" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "waiting" INTEGER NOT NULL DEFAULT 0,
    "gone" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "companion_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "companion_project" (
    "organization_id" UUID NOT NULL,
    "uuid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "sort_key" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "fault" TEXT,
    "imported_at" TIMESTAMPTZ(3),
    "facts_key" UUID,
    "image_tag_id" UUID,
    "pulled_at" TIMESTAMPTZ(3),
    "state_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "companion_project_pkey" PRIMARY KEY ("organization_id","uuid")
);

-- CreateIndex
CREATE INDEX "companion_next_pull_at_idx" ON "companion"("next_pull_at");

-- CreateIndex
CREATE INDEX "companion_project_organization_id_state_sort_key_uuid_idx" ON "companion_project"("organization_id", "state", "sort_key", "uuid");

-- AddForeignKey
ALTER TABLE "companion" ADD CONSTRAINT "companion_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "companion_project" ADD CONSTRAINT "companion_project_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "companion"("organization_id") ON DELETE CASCADE ON UPDATE CASCADE;
