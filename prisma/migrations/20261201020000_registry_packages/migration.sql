-- What registries say of packages that are held: see .github/decisions/0091-degrees-of-evidence.md.

-- CreateTable
CREATE TABLE "registry_package" (
    "package_key" UUID NOT NULL,
    "facts" JSONB,
    "checked_at" TIMESTAMPTZ(3),
    "refresh_after" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registry_package_pkey" PRIMARY KEY ("package_key")
);

-- CreateTable
CREATE TABLE "component_fact" (
    "organization_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "degree" TEXT NOT NULL,
    "kind" TEXT,
    "message" TEXT NOT NULL,
    "successor" TEXT,
    "url" TEXT,
    "released_on" DATE,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "component_fact_pkey" PRIMARY KEY ("organization_id","component_id")
);

-- CreateTable
CREATE TABLE "registry_gathering" (
    "organization_id" UUID NOT NULL,
    "packages" INTEGER NOT NULL,
    "known" INTEGER NOT NULL,
    "looked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registry_gathering_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE INDEX "registry_package_refresh_after_idx" ON "registry_package"("refresh_after");

-- AddForeignKey
ALTER TABLE "component_fact" ADD CONSTRAINT "component_fact_organization_id_component_id_fkey" FOREIGN KEY ("organization_id", "component_id") REFERENCES "component"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "registry_gathering" ADD CONSTRAINT "registry_gathering_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
