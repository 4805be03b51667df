-- CreateTable
CREATE TABLE "inbox_entry" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "as_admin" BOOLEAN NOT NULL,
    "as_self" BOOLEAN NOT NULL,
    "team_ids" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbox_entry_pkey" PRIMARY KEY ("organization_id","user_id","message_id")
);

-- CreateTable
CREATE TABLE "mail_setting" (
    "organization_id" UUID NOT NULL,
    "receiver_id" UUID NOT NULL,
    "user_id" UUID,
    "team_id" UUID,
    "choices" JSONB NOT NULL,
    "tempo" TEXT NOT NULL,
    "hour" INTEGER NOT NULL,
    "time_zone" TEXT,
    "quiet" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_setting_pkey" PRIMARY KEY ("organization_id","receiver_id")
);

-- CreateTable
CREATE TABLE "digest_entry" (
    "organization_id" UUID NOT NULL,
    "receiver_id" UUID NOT NULL,
    "user_id" UUID,
    "team_id" UUID,
    "message_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "digest_entry_pkey" PRIMARY KEY ("organization_id","receiver_id","message_id")
);

-- CreateTable
CREATE TABLE "letter" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID,
    "team_id" UUID,
    "message_id" UUID,
    "content" JSONB,
    "state" "delivery_state" NOT NULL,
    "attempts" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "letter_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "letter_attempt" (
    "organization_id" UUID NOT NULL,
    "letter_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "status" INTEGER,
    "answer" TEXT,

    CONSTRAINT "letter_attempt_pkey" PRIMARY KEY ("organization_id","letter_id","number")
);

-- CreateIndex
CREATE INDEX "inbox_entry_organization_id_message_id_idx" ON "inbox_entry"("organization_id", "message_id");

-- CreateIndex
CREATE INDEX "mail_setting_organization_id_user_id_idx" ON "mail_setting"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "mail_setting_organization_id_team_id_idx" ON "mail_setting"("organization_id", "team_id");

-- CreateIndex
CREATE INDEX "digest_entry_organization_id_user_id_idx" ON "digest_entry"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "digest_entry_organization_id_team_id_idx" ON "digest_entry"("organization_id", "team_id");

-- CreateIndex
CREATE INDEX "digest_entry_organization_id_message_id_idx" ON "digest_entry"("organization_id", "message_id");

-- CreateIndex
CREATE INDEX "digest_entry_organization_id_due_at_idx" ON "digest_entry"("organization_id", "due_at");

-- CreateIndex
CREATE INDEX "letter_organization_id_user_id_idx" ON "letter"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "letter_organization_id_team_id_idx" ON "letter"("organization_id", "team_id");

-- CreateIndex
CREATE INDEX "letter_organization_id_message_id_idx" ON "letter"("organization_id", "message_id");

-- CreateIndex
CREATE INDEX "inbox_entry_unread_idx" ON "inbox_entry"("organization_id", "user_id") WHERE (read_at IS NULL);

-- CreateIndex
CREATE INDEX "letter_due_idx" ON "letter"("organization_id", "due_at") WHERE (due_at IS NOT NULL);

-- AddForeignKey
ALTER TABLE "mail_setting" ADD CONSTRAINT "mail_setting_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letter" ADD CONSTRAINT "letter_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_entry" ADD CONSTRAINT "inbox_entry_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_setting" ADD CONSTRAINT "mail_setting_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest_entry" ADD CONSTRAINT "digest_entry_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letter" ADD CONSTRAINT "letter_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_setting" ADD CONSTRAINT "mail_setting_organization_id_team_id_fkey" FOREIGN KEY ("organization_id", "team_id") REFERENCES "team"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest_entry" ADD CONSTRAINT "digest_entry_organization_id_team_id_fkey" FOREIGN KEY ("organization_id", "team_id") REFERENCES "team"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letter" ADD CONSTRAINT "letter_organization_id_team_id_fkey" FOREIGN KEY ("organization_id", "team_id") REFERENCES "team"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_entry" ADD CONSTRAINT "inbox_entry_organization_id_message_id_fkey" FOREIGN KEY ("organization_id", "message_id") REFERENCES "message"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest_entry" ADD CONSTRAINT "digest_entry_organization_id_message_id_fkey" FOREIGN KEY ("organization_id", "message_id") REFERENCES "message"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letter" ADD CONSTRAINT "letter_organization_id_message_id_fkey" FOREIGN KEY ("organization_id", "message_id") REFERENCES "message"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letter_attempt" ADD CONSTRAINT "letter_attempt_organization_id_letter_id_fkey" FOREIGN KEY ("organization_id", "letter_id") REFERENCES "letter"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A letter, and what waits for a digest, goes to a person or to a team.
ALTER TABLE "mail_setting" ADD CONSTRAINT "mail_setting_receiver" CHECK ("receiver_id" = COALESCE("user_id", "team_id") AND num_nonnulls("user_id", "team_id") = 1);
ALTER TABLE "digest_entry" ADD CONSTRAINT "digest_entry_receiver" CHECK ("receiver_id" = COALESCE("user_id", "team_id") AND num_nonnulls("user_id", "team_id") = 1);
ALTER TABLE "letter" ADD CONSTRAINT "letter_receiver" CHECK (num_nonnulls("user_id", "team_id") = 1);
