-- CreateEnum
CREATE TYPE "component_scope" AS ENUM ('development', 'excluded');

-- AlterTable
ALTER TABLE "component" ADD COLUMN "scope" "component_scope";
