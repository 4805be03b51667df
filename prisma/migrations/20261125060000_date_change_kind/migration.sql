-- What became of an end: cycles leave the catalogue and come back to it, which is worth telling like a changed date.
CREATE TYPE "date_change_kind" AS ENUM ('changed', 'removed', 'returned');
ALTER TABLE "catalog_date_change" ADD COLUMN "kind" "date_change_kind" NOT NULL DEFAULT 'changed';
