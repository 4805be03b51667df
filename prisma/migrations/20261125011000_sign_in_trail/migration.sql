-- CreateTable
CREATE TABLE "sign_in_failure" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "user_id" UUID NOT NULL,
    "way" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("hour","user_id","way","network")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_failure_event_id_key" ON "sign_in_failure"("event_id");

-- CreateIndex
CREATE INDEX "installation_audit_event_subject_id_at_idx" ON "installation_audit_event"("subject_id", "at" DESC);
