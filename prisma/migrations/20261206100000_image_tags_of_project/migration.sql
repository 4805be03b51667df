-- A project's images that count, without those that are retired: a project of builds may have ten of these for each of those.
-- No column that a scan moves is in it.
CREATE INDEX CONCURRENTLY "image_tag_project_idx" ON "image_tag"("organization_id", "project_id") WHERE (deleted_at IS NULL);
