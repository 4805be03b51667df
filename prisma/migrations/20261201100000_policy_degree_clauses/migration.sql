-- What policies make of packages that registries speak of: see .github/decisions/0095-policies-on-packages.md.

-- CreateEnum
CREATE TYPE "clause_action" AS ENUM ('WARN', 'DENY');

-- AlterTable
ALTER TABLE "policy" ADD COLUMN "deprecated" "clause_action",
ADD COLUMN "stale" "clause_action";

-- CreateTable
CREATE TABLE "inventory_fact" (
    "organization_id" UUID NOT NULL,
    "inventory_id" UUID NOT NULL,
    "component_ids" UUID[],

    CONSTRAINT "inventory_fact_pkey" PRIMARY KEY ("organization_id","inventory_id")
);

-- AddForeignKey
ALTER TABLE "inventory_fact" ADD CONSTRAINT "inventory_fact_organization_id_inventory_id_fkey" FOREIGN KEY ("organization_id", "inventory_id") REFERENCES "inventory"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
