-- Since when a registry's word of a package is told without a gap: what is made of it before is nothing new. Null, as an older
-- version beside this one leaves it: since it was last read.
ALTER TABLE "registry_package" ADD COLUMN "known_since" TIMESTAMPTZ(3);
