-- Until when an organization has promised support of a product of its own: one promise for each project, none yet.
CREATE TABLE "support_promise" (
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "product_name" TEXT,
    "promised_until" DATE NOT NULL,
    "note" TEXT,
    "set_by_kind" "caller_kind" NOT NULL,
    "set_by_id" UUID NOT NULL,
    "set_by_name" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "support_promise_pkey" PRIMARY KEY ("organization_id","project_id")
);

ALTER TABLE "support_promise" ADD CONSTRAINT "support_promise_organization_id_project_id_fkey" FOREIGN KEY ("organization_id", "project_id") REFERENCES "project"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
