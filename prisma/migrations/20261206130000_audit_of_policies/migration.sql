-- Policies as of a day long past are found from what has changed them since, which is little of what an audit trail has.
CREATE INDEX CONCURRENTLY "audit_event_policy_idx" ON "audit_event"("organization_id", "at" DESC, "id" DESC) WHERE (subject_kind = 'policy' OR subject_kind = 'policy_file');
