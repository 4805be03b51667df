-- AlterTable
ALTER TABLE "policy" ADD COLUMN "only_running" BOOLEAN NOT NULL DEFAULT false;
