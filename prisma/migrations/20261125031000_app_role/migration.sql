-- The app can work as a role that owns nothing and may only read the audit trails and add to them
-- (src/server/database/app-role.ts gives it what it needs). Triggers stay for databases where it is the owner.

-- No transaction can say any more that it empties everything.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_event' THEN
    IF NOT EXISTS (SELECT FROM organization WHERE id = OLD.organization_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;

-- What a trail goes with is its organization's end, which so must leave a row that stays: the two are one
-- act of the owner, and the app's role can do neither by itself. Says whether there was such an organization.
CREATE FUNCTION delete_organization(
  doomed_id uuid,
  entry_id uuid,
  entry_at timestamptz,
  entry_actor_kind caller_kind,
  entry_actor_id uuid,
  entry_actor_name text,
  entry_remote_address text,
  entry_request_id text
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  doomed organization%ROWTYPE;
BEGIN
  SELECT * INTO doomed FROM organization WHERE id = doomed_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO installation_audit_event (id, at, actor_kind, actor_id, actor_name, remote_address, request_id,
                                        action, subject_kind, subject_id, detail)
  VALUES (entry_id, entry_at, entry_actor_kind, entry_actor_id, entry_actor_name, entry_remote_address,
          entry_request_id, 'organization.delete', 'organization', doomed.id,
          jsonb_build_object(
            'id', doomed.id, 'name', doomed.name, 'idp_id', doomed.idp_id, 'created_at', doomed.created_at,
            'audit_entries', (SELECT count(*) FROM audit_event WHERE organization_id = doomed.id)
          ));
  DELETE FROM organization WHERE id = doomed.id;
  RETURN true;
END
$$;

-- Whoever calls it may have a temporary table of any of these names: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION refuse_audit_change() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format(
    'ALTER FUNCTION delete_organization(uuid, uuid, timestamptz, caller_kind, uuid, text, text, text)
       SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

REVOKE ALL ON FUNCTION delete_organization(uuid, uuid, timestamptz, caller_kind, uuid, text, text, text) FROM PUBLIC;
