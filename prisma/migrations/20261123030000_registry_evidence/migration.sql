-- CreateTable
CREATE TABLE "registry_evidence" (
    "component_key" UUID NOT NULL,
    "checked_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "message" TEXT,
    "since" TIMESTAMPTZ(3),
    "url" TEXT,
    "refresh_after" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registry_evidence_pkey" PRIMARY KEY ("component_key")
);

-- CreateIndex
CREATE INDEX "registry_evidence_refresh_after_idx" ON "registry_evidence"("refresh_after");
