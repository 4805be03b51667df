-- Whose a package is may depend on the distribution of its image: such a package is kept once for each.
ALTER TABLE "component" ADD COLUMN "distro" JSONB;
