-- CreateTable
CREATE TABLE "denied_software" (
    "organization_id" UUID NOT NULL,
    "image_key" UUID NOT NULL,
    "item_key" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "canonical_name" TEXT NOT NULL,
    "product_name" TEXT NOT NULL,
    "cycle" TEXT NOT NULL,
    "team_id" UUID,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "denied_software_pkey" PRIMARY KEY ("organization_id","image_key","item_key")
);

-- CreateIndex
CREATE INDEX "denied_software_organization_id_item_key_idx" ON "denied_software"("organization_id", "item_key");

-- AddForeignKey
ALTER TABLE "denied_software" ADD CONSTRAINT "denied_software_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was denied was noted as a digest, which does not tell what it was.
DELETE FROM "told_state" WHERE "kind" = 'build.denied';
