-- Whether a scanner can count days from the end that it sends: older ones send an empty text, and count from nothing.
ALTER TABLE "software_cycle" ADD COLUMN "scanner_eol_is_plain" BOOLEAN NOT NULL DEFAULT true;
