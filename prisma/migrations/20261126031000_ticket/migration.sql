-- CreateTable
CREATE TABLE "ticket" (
    "organization_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "item_key" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "remote_id" TEXT,
    "address" TEXT,
    "name" TEXT,
    "title" TEXT NOT NULL,
    "reasons" TEXT[],
    "said" UUID,
    "message_id" UUID NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "solved_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ticket_pkey" PRIMARY KEY ("organization_id","channel_id","item_key")
);

-- CreateIndex
CREATE INDEX "ticket_organization_id_item_key_idx" ON "ticket"("organization_id", "item_key");

-- AddForeignKey
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_organization_id_channel_id_fkey" FOREIGN KEY ("organization_id", "channel_id") REFERENCES "channel"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
