-- AlterEnum
ALTER TYPE "message_rule_scope" ADD VALUE 'projects';

-- AlterTable
ALTER TABLE "message_rule" ADD COLUMN "project_names" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "project_label" TEXT,
ADD COLUMN "project_label_value" TEXT;
