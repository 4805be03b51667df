-- A search goes through the names of all images. Here they stand close together, in the order in which images are listed, and
-- none of the wide rows is read. A longer name has no room in an index: those are few, and have one of their own.
CREATE INDEX "image_tag_search_idx" ON "image_tag"("organization_id", "sort_key", "id", "search_text") WHERE (deleted_at IS NULL AND octet_length(search_text) <= 1200);

CREATE INDEX "image_tag_long_search_idx" ON "image_tag"("organization_id", "sort_key", "id") WHERE (deleted_at IS NULL AND octet_length(search_text) > 1200);

-- What was written since the last vacuum is looked up in its row: with the default that may be a fifth of all.
ALTER TABLE "image_tag" SET (autovacuum_vacuum_scale_factor = 0.02);
