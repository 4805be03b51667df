-- CreateTable
CREATE TABLE "refused_key" (
    "organization_id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "path" TEXT NOT NULL,

    CONSTRAINT "refused_key_pkey" PRIMARY KEY ("organization_id","api_key_id","network","reason")
);

-- CreateTable
CREATE TABLE "policy_read" (
    "organization_id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "policy_read_pkey" PRIMARY KEY ("organization_id","api_key_id","network")
);

-- CreateIndex
CREATE INDEX "refused_key_organization_id_last_at_idx" ON "refused_key"("organization_id", "last_at" DESC);

-- CreateIndex
CREATE INDEX "policy_read_organization_id_read_at_idx" ON "policy_read"("organization_id", "read_at");

-- AddForeignKey
ALTER TABLE "refused_key" ADD CONSTRAINT "refused_key_organization_id_api_key_id_fkey" FOREIGN KEY ("organization_id", "api_key_id") REFERENCES "api_key"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_read" ADD CONSTRAINT "policy_read_organization_id_api_key_id_fkey" FOREIGN KEY ("organization_id", "api_key_id") REFERENCES "api_key"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
