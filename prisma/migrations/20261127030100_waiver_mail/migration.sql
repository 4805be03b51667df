-- CreateTable
CREATE TABLE "waiver_mail" (
    "organization_id" UUID NOT NULL,
    "waiver_id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "done" UUID[],

    CONSTRAINT "waiver_mail_pkey" PRIMARY KEY ("organization_id","waiver_id")
);

-- CreateIndex
CREATE INDEX "waiver_mail_due_at_idx" ON "waiver_mail"("due_at");

-- AddForeignKey
ALTER TABLE "waiver_mail" ADD CONSTRAINT "waiver_mail_organization_id_waiver_id_fkey" FOREIGN KEY ("organization_id", "waiver_id") REFERENCES "waiver"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
