-- CreateEnum
CREATE TYPE "message_rule_scope" AS ENUM ('everything', 'team', 'nobody');

-- AlterTable
ALTER TABLE "organization" ADD COLUMN "end_thresholds" INTEGER[] NOT NULL DEFAULT ARRAY[180, 90, 30, 7, 0],
ADD COLUMN "message_tempo" TEXT NOT NULL DEFAULT 'daily',
ADD COLUMN "message_hour" INTEGER NOT NULL DEFAULT 8,
ADD COLUMN "message_time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- AlterTable
ALTER TABLE "message" ADD COLUMN "is_derived" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "message_rule" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kinds" TEXT[],
    "scope" "message_rule_scope" NOT NULL,
    "team_id" UUID,
    "least_severity" TEXT NOT NULL,
    "tempo" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "time_zone" TEXT NOT NULL,
    "urgent_at_once" BOOLEAN NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "next_digest_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_rule_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "message_rule_channel" (
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,

    CONSTRAINT "message_rule_channel_pkey" PRIMARY KEY ("organization_id","rule_id","channel_id")
);

-- CreateTable
CREATE TABLE "held_message" (
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,

    CONSTRAINT "held_message_pkey" PRIMARY KEY ("organization_id","rule_id","channel_id","message_id")
);

-- CreateTable
CREATE TABLE "channel_told" (
    "organization_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "subject" UUID NOT NULL,
    "state" UUID NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "channel_told_pkey" PRIMARY KEY ("organization_id","channel_id","subject")
);

-- CreateIndex
CREATE INDEX "message_rule_organization_id_team_id_idx" ON "message_rule"("organization_id", "team_id");

-- CreateIndex
CREATE INDEX "message_rule_next_digest_at_idx" ON "message_rule"("next_digest_at");

-- CreateIndex
CREATE INDEX "message_rule_channel_organization_id_channel_id_idx" ON "message_rule_channel"("organization_id", "channel_id");

-- CreateIndex
CREATE INDEX "held_message_organization_id_message_id_idx" ON "held_message"("organization_id", "message_id");

-- AddForeignKey
ALTER TABLE "message_rule" ADD CONSTRAINT "message_rule_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_rule" ADD CONSTRAINT "message_rule_organization_id_team_id_fkey" FOREIGN KEY ("organization_id", "team_id") REFERENCES "team"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_rule_channel" ADD CONSTRAINT "message_rule_channel_organization_id_rule_id_fkey" FOREIGN KEY ("organization_id", "rule_id") REFERENCES "message_rule"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_rule_channel" ADD CONSTRAINT "message_rule_channel_organization_id_channel_id_fkey" FOREIGN KEY ("organization_id", "channel_id") REFERENCES "channel"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_message" ADD CONSTRAINT "held_message_organization_id_rule_id_channel_id_fkey" FOREIGN KEY ("organization_id", "rule_id", "channel_id") REFERENCES "message_rule_channel"("organization_id", "rule_id", "channel_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_message" ADD CONSTRAINT "held_message_organization_id_message_id_fkey" FOREIGN KEY ("organization_id", "message_id") REFERENCES "message"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_told" ADD CONSTRAINT "channel_told_organization_id_channel_id_fkey" FOREIGN KEY ("organization_id", "channel_id") REFERENCES "channel"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Channels go on hearing exactly what they heard, at once: a rule each says so from now on.
INSERT INTO "message_rule" ("organization_id", "id", "name", "kinds", "scope", "least_severity", "tempo", "hour", "time_zone", "urgent_at_once", "is_on", "created_by", "created_at", "updated_at")
SELECT "organization_id", "id", "name", "hears", 'everything', 'info', 'at_once', 8, 'UTC', true, true, "created_by", "created_at", "updated_at"
  FROM "channel" WHERE cardinality("hears") > 0;

INSERT INTO "message_rule_channel" ("organization_id", "rule_id", "channel_id")
SELECT "organization_id", "id", "id" FROM "channel" WHERE cardinality("hears") > 0;

-- AlterTable
ALTER TABLE "channel" DROP COLUMN "hears";
