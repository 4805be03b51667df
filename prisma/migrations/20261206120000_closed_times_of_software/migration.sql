-- What was held a month ago and is no more has ended since: of the times that have ended, those alone are looked at.
CREATE INDEX CONCURRENTLY "finding_interval_closed_software_idx" ON "finding_interval"("organization_id", "software_id", "closed_at", "opened_at") WHERE (closed_at IS NOT NULL);
