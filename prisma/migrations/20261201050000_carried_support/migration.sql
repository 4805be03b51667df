-- AlterTable
ALTER TABLE "component" ADD COLUMN "carried" JSONB;
