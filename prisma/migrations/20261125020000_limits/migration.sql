-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "rate_limit_expire_idx" ON "rate_limit"("expire");

-- CreateTable
CREATE TABLE "familiar_network" (
    "user_id" UUID NOT NULL,
    "network_hash" BYTEA NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "familiar_network_pkey" PRIMARY KEY ("user_id","network_hash")
);

-- CreateIndex
CREATE INDEX "familiar_network_last_used_at_idx" ON "familiar_network"("last_used_at");

-- AddForeignKey
ALTER TABLE "familiar_network" ADD CONSTRAINT "familiar_network_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
