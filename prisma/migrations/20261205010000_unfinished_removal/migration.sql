-- Somebody who was removed here, and whom the identity provider still counts among the members because it gave no answer. Without
-- this the next look at the provider made them a member again.
-- CreateTable
CREATE TABLE "unfinished_removal" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "unfinished_removal_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- AddForeignKey
ALTER TABLE "unfinished_removal" ADD CONSTRAINT "unfinished_removal_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
