-- What a note was written on, as its writer gave it: the product's name where that is not known.
ALTER TABLE "note" ADD COLUMN "eol_software" TEXT;
UPDATE "note" SET "eol_software" = "product_name";
ALTER TABLE "note" ALTER COLUMN "eol_software" SET NOT NULL;
