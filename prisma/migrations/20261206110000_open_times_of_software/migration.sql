-- Since when a software is held is the first of the times that last: they are found without those that have ended.
CREATE INDEX CONCURRENTLY "finding_interval_open_software_idx" ON "finding_interval"("organization_id", "software_id", "opened_at") WHERE (closed_at IS NULL);
