-- AlterTable
ALTER TABLE "policy" ADD COLUMN "denies_from" DATE;
