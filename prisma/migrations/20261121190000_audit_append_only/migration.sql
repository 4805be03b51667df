-- The audit trail is append-only, whoever is connected: a row can be added, never changed, and goes only
-- with the organization that it belongs to. The foreign key deletes rows after the organization's own, so
-- while that one is still there a deletion is somebody's. Emptying a whole installation is the one way
-- around it, and a transaction has to say that this is what it does.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_event' THEN
    IF NOT EXISTS (SELECT FROM organization WHERE id = OLD.organization_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  IF TG_OP = 'TRUNCATE' AND current_setting('eventide.empties_everything', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_event_not_truncated BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER installation_audit_event_append_only BEFORE UPDATE OR DELETE ON installation_audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER installation_audit_event_not_truncated BEFORE TRUNCATE ON installation_audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
