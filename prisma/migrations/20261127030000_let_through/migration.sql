-- Waivers, contracts and policies decide anew on images that no scan comes for.
ALTER TABLE "denied_software"
    ADD COLUMN "let_through_at" TIMESTAMPTZ(3),
    ADD COLUMN "is_told" BOOLEAN NOT NULL DEFAULT true;
