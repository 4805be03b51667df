-- What was asked for in one action is mailed about in one mail. Null: alone, as what was noted before is.
ALTER TABLE "waiver_mail" ADD COLUMN "action_id" UUID;
