-- The catalogue's tables were laid out with the first migration and have been empty since.

CREATE TYPE "catalog_source" AS ENUM ('starter', 'import');

ALTER TABLE "catalog_product"
    ADD COLUMN "source" "catalog_source" NOT NULL,
    ADD COLUMN "search_text" TEXT NOT NULL,
    ADD COLUMN "content_key" UUID NOT NULL;

ALTER TABLE "catalog_cycle" ADD COLUMN "codename" TEXT;

ALTER TABLE "catalog_identifier" ADD COLUMN "position" INTEGER NOT NULL;

CREATE TABLE "catalog_name" (
    "name_key" TEXT NOT NULL,
    "product_id" UUID NOT NULL,

    CONSTRAINT "catalog_name_pkey" PRIMARY KEY ("name_key")
);
CREATE INDEX "catalog_name_product_id_idx" ON "catalog_name"("product_id");
ALTER TABLE "catalog_name" ADD CONSTRAINT "catalog_name_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "catalog_product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "catalog_revision"
    ADD COLUMN "number" INTEGER,
    ADD COLUMN "trigger" TEXT NOT NULL,
    ADD COLUMN "actor_name" TEXT;
CREATE UNIQUE INDEX "catalog_revision_number_key" ON "catalog_revision"("number");

ALTER TABLE "catalog_date_change"
    ADD COLUMN "product_slug" TEXT NOT NULL,
    ADD COLUMN "old_ended" BOOLEAN NOT NULL,
    ADD COLUMN "new_ended" BOOLEAN NOT NULL;
CREATE INDEX "catalog_date_change_changed_at_id_idx" ON "catalog_date_change"("changed_at" DESC, "id");

ALTER TABLE "lifecycle_override" ADD COLUMN "name_key" TEXT NOT NULL;

CREATE TABLE "own_product" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_keys" TEXT[],
    "document" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "own_product_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "own_product_organization_id_slug_key" ON "own_product"("organization_id", "slug");
ALTER TABLE "own_product" ADD CONSTRAINT "own_product_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "catalog_overlay" (
    "organization_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "catalog_overlay_pkey" PRIMARY KEY ("organization_id")
);
ALTER TABLE "catalog_overlay" ADD CONSTRAINT "catalog_overlay_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the catalogue says of a cycle's end beside `catalog_eol_on`: ended, on a day that is not known.
ALTER TABLE "software_cycle" ADD COLUMN "catalog_ended" BOOLEAN NOT NULL DEFAULT false;
