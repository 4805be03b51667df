-- In a database that is spread, triggers run on the machines, on the parts of tables: these have a number after the table's
-- name, and what a trigger has been handed cannot be part of a statement about another spread table.

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME ~ '^audit_event(_[0-9]+)?$' THEN
    IF NOT EXISTS (SELECT FROM organization WHERE id = OLD.organization_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE FUNCTION note_organization_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization UUID;
BEGIN
  FOR organization IN SELECT DISTINCT organization_id FROM changed LOOP
    INSERT INTO organization_change (organization_id, transaction_id)
    VALUES (organization, pg_current_xact_id()::text::bigint)
    ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END
$$;

-- What its owner deletes is deleted on other connections than what the app has locked or deleted in the same transaction, where
-- the rows are on other machines: so the app leaves all of it to the owner. Image tags, scans and findings go with the projects.
-- They go first, because an inventory that one of them refers to cannot be deleted.
CREATE OR REPLACE FUNCTION delete_organization(
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
  -- Sessions that act in it go on where their person has been longest, while the memberships still stand.
  UPDATE user_session s
     SET active_organization_id = (
           SELECT o.organization_id FROM membership o
            WHERE o.user_id = s.user_id AND o.organization_id <> doomed.id
            ORDER BY o.joined_at, o.organization_id LIMIT 1)
    FROM membership m
   WHERE m.organization_id = doomed.id AND s.user_id = m.user_id AND s.active_organization_id = doomed.id;
  DELETE FROM project WHERE organization_id = doomed.id;
  DELETE FROM organization WHERE id = doomed.id;
  RETURN true;
END
$$;

-- Whoever causes them to run may have a temporary table of any of these names: nothing of theirs is looked at. Replacing a
-- function takes its settings away.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION refuse_audit_change() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format(
    'ALTER FUNCTION delete_organization(uuid, uuid, timestamptz, caller_kind, uuid, text, text, text)
       SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION note_organization_change() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;
