-- Whether a policy denies what has ended by an estimate alone.
ALTER TABLE "policy" ADD COLUMN "deny_estimates" BOOLEAN NOT NULL DEFAULT false;
