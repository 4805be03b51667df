CREATE TABLE "own_catalog_source" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "sealed_key" TEXT,
    "rhythm" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "next_read_at" TIMESTAMPTZ(3),
    "etag" TEXT,
    "last_success_at" TIMESTAMPTZ(3),
    "last_failure_at" TIMESTAMPTZ(3),
    "last_fault" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "conflicts" JSONB NOT NULL,
    "conflict_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "own_catalog_source_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE UNIQUE INDEX "own_catalog_source_organization_id_name_key" ON "own_catalog_source"("organization_id", "name");

CREATE INDEX "own_catalog_source_next_read_at_idx" ON "own_catalog_source"("next_read_at");

ALTER TABLE "own_catalog_source" ADD CONSTRAINT "own_catalog_source_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- No foreign key: a table that is spread already cannot refer to one that is not yet. Who removes a source removes or keeps its products in the same transaction.
ALTER TABLE "own_product" ADD COLUMN "source_id" UUID;
