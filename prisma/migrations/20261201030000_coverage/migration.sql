-- How well what is held is known, counted by a job; what organizations say of packages that nobody knows.
-- See .github/decisions/0092-private-catalog-and-coverage.md.

-- CreateTable
CREATE TABLE "evidence_measure" (
    "organization_id" UUID NOT NULL,
    "measured_at" TIMESTAMPTZ(3) NOT NULL,
    "took_ms" INTEGER NOT NULL,
    "images" INTEGER NOT NULL,
    "version" TEXT NOT NULL,

    CONSTRAINT "evidence_measure_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "evidence_day" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "counts" JSONB NOT NULL,

    CONSTRAINT "evidence_day_pkey" PRIMARY KEY ("organization_id","day")
);

-- CreateTable
CREATE TABLE "evidence_share" (
    "organization_id" UUID NOT NULL,
    "part" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "record_id" UUID,
    "name" TEXT NOT NULL,
    "counts" JSONB NOT NULL,

    CONSTRAINT "evidence_share_pkey" PRIMARY KEY ("organization_id","part","position")
);

-- CreateTable
CREATE TABLE "unknown_package" (
    "organization_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "purl" TEXT,
    "cpe" TEXT,
    "version" TEXT NOT NULL,
    "images" INTEGER NOT NULL,
    "versions" INTEGER NOT NULL,

    CONSTRAINT "unknown_package_pkey" PRIMARY KEY ("organization_id","position")
);

-- CreateTable
CREATE TABLE "own_software" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "pattern" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "own_software_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "own_identifier" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "kind" "identifier_kind" NOT NULL,
    "value" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "own_identifier_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "own_software_organization_id_pattern_key" ON "own_software"("organization_id", "pattern");

-- CreateIndex
CREATE UNIQUE INDEX "own_identifier_organization_id_kind_value_key" ON "own_identifier"("organization_id", "kind", "value");

-- AddForeignKey
ALTER TABLE "evidence_measure" ADD CONSTRAINT "evidence_measure_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "evidence_day" ADD CONSTRAINT "evidence_day_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "evidence_share" ADD CONSTRAINT "evidence_share_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "unknown_package" ADD CONSTRAINT "unknown_package_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "own_software" ADD CONSTRAINT "own_software_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "own_identifier" ADD CONSTRAINT "own_identifier_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
