-- What was done to one contract, for its page. Of contracts alone: the trail holds far more of everything else.
CREATE INDEX "audit_event_contract_idx" ON "audit_event"("organization_id", "subject_id", "at" DESC, "id" DESC)
 WHERE "subject_kind" = 'contract';
