-- What has ended before the cycles that the catalogue knows.
ALTER TYPE "eol_source" ADD VALUE 'inferred';

ALTER TABLE "software_cycle" ADD COLUMN "catalog_inferred_from" TEXT;

CREATE TABLE "catalog_older_line" (
    "product_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "after" BIGINT[],
    "before" BIGINT[],
    "parts" INTEGER NOT NULL,
    "from_cycle" TEXT NOT NULL,
    "since" DATE NOT NULL,

    CONSTRAINT "catalog_older_line_pkey" PRIMARY KEY ("product_id","position")
);

ALTER TABLE "catalog_older_line" ADD CONSTRAINT "catalog_older_line_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "catalog_product"("id") ON DELETE CASCADE ON UPDATE CASCADE;
