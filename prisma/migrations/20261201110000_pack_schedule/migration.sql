CREATE TYPE "pack_period" AS ENUM ('monthly', 'quarterly');

CREATE TABLE "pack_schedule" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "template" TEXT NOT NULL,
    "period" "pack_period" NOT NULL,
    "is_paused" BOOLEAN NOT NULL,
    "due_on" DATE NOT NULL,
    "last_pack_id" UUID,
    "created_by_kind" "caller_kind" NOT NULL,
    "created_by_id" UUID NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pack_schedule_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE UNIQUE INDEX "pack_schedule_organization_id_template_key" ON "pack_schedule"("organization_id", "template");

-- What is due, whichever organization's it is.
CREATE INDEX "pack_schedule_due_on_idx" ON "pack_schedule"("due_on");

ALTER TABLE "pack_schedule" ADD CONSTRAINT "pack_schedule_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
