-- How far each registry has been asked, beside all of them together.
ALTER TABLE "registry_gathering" ADD COLUMN "registries" JSONB NOT NULL DEFAULT '[]';
