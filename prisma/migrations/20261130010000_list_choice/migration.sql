-- CreateTable
CREATE TABLE "list_choice" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_choice_pkey" PRIMARY KEY ("organization_id","user_id","name")
);

-- AddForeignKey
ALTER TABLE "list_choice" ADD CONSTRAINT "list_choice_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "list_choice" ADD CONSTRAINT "list_choice_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE NO ACTION;
