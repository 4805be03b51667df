CREATE TYPE "match_state" AS ENUM ('vendor', 'distribution', 'image_distribution', 'unknown');

ALTER TABLE "component"
    ADD COLUMN "match_state" "match_state",
    ADD COLUMN "match_product" TEXT,
    ADD COLUMN "match_cycle" TEXT,
    ADD COLUMN "match_cycle_key" UUID;

ALTER TABLE "finding" ADD COLUMN "catalog_component_ids" UUID[] DEFAULT ARRAY[]::UUID[];

ALTER TABLE "image_tag"
    ADD COLUMN "matched_count" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "distribution_count" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "unknown_count" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "distribution_product" TEXT,
    ADD COLUMN "distribution_cycle" TEXT,
    ADD COLUMN "distribution_cycle_key" UUID,
    ADD COLUMN "rematched_at" TIMESTAMPTZ(3);

CREATE TABLE "inventory_matching" (
    "organization_id" UUID NOT NULL,
    "catalog_key" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "total" INTEGER,
    "done" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "inventory_matching_pkey" PRIMARY KEY ("organization_id")
);
ALTER TABLE "inventory_matching" ADD CONSTRAINT "inventory_matching_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "rematch_entry" (
    "organization_id" UUID NOT NULL,
    "image_tag_id" UUID NOT NULL,

    CONSTRAINT "rematch_entry_pkey" PRIMARY KEY ("organization_id","image_tag_id")
);
ALTER TABLE "rematch_entry" ADD CONSTRAINT "rematch_entry_organization_id_image_tag_id_fkey" FOREIGN KEY ("organization_id", "image_tag_id") REFERENCES "image_tag"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was uploaded before has not been matched: no catalogue has the empty key, so it is matched next.
INSERT INTO "inventory_matching" ("organization_id", "catalog_key") SELECT "id", '' FROM "organization";
