-- Functions as they are today, once more. Some migrations of one day had other forms of them before, and one that came later
-- sorts before the one that has the newest form: a database that was brought up to date in between has been left with the
-- older, by which no entry of the audit log could be removed any more.

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME ~ '^audit_event(_[0-9]+)?$' THEN
    IF NOT EXISTS (SELECT FROM organization WHERE id = OLD.organization_id) THEN
      RETURN OLD;
    END IF;
    IF OLD.action <> 'audit_event.remove' AND EXISTS (
      SELECT FROM retention_rules r
       WHERE r.organization_id = OLD.organization_id AND r.audit_days > 0
         AND OLD.at < now() - make_interval(days => greatest(r.audit_days, 365))
    ) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE FUNCTION remove_audit_events(
  own_id uuid,
  remove_before timestamptz,
  at_most integer,
  entry_id uuid,
  entry_at timestamptz
) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  rule_days integer;
  removal_before uuid;
  bound timestamptz;
  digest_before text;
  gone record;
BEGIN
  -- Locked, so that each removal knows of the one before.
  SELECT audit_days, removal_id INTO rule_days, removal_before
    FROM retention_rules WHERE organization_id = own_id FOR UPDATE;
  IF coalesce(rule_days, 0) = 0 THEN
    RETURN 0;
  END IF;
  bound := least(remove_before, now() - make_interval(days => greatest(rule_days, 365)));
  SELECT after ->> 'digest' INTO digest_before FROM audit_event
   WHERE organization_id = own_id AND id = removal_before AND action = 'audit_event.remove';
  WITH doomed AS (
    DELETE FROM audit_event WHERE organization_id = own_id AND id IN (
      SELECT id FROM audit_event
       WHERE organization_id = own_id AND at < bound AND action <> 'audit_event.remove'
       ORDER BY at, id LIMIT at_most)
    RETURNING *)
  SELECT count(*)::integer AS events, min(at) AS first_at, max(at) AS last_at,
         encode(sha256(convert_to(
           coalesce(digest_before, '') || string_agg(to_jsonb(doomed)::text, E'\n' ORDER BY at, id), 'UTF8')), 'hex') AS digest
    INTO gone FROM doomed;
  IF gone.events = 0 THEN
    RETURN 0;
  END IF;
  INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, actor_name, remote_address, request_id,
                           action, subject_kind, subject_id, before, after)
  VALUES (own_id, entry_id, entry_at, 'server', '00000000-0000-0000-0000-000000000000', 'Eventide', '', '',
          'audit_event.remove', 'audit_event', own_id::text,
          jsonb_build_object('events', gone.events, 'from', gone.first_at, 'to', gone.last_at),
          jsonb_build_object('events', 0, 'days', rule_days, 'digest', gone.digest, 'digest_before', digest_before));
  UPDATE retention_rules SET removal_id = entry_id WHERE organization_id = own_id;
  RETURN gone.events;
END
$$;

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
  entries bigint;
BEGIN
  -- Uploads end first, and those that come after wait (src/server/inventory/repository/matching.ts): a row on one machine does not
  -- ask for the organization's on another.
  PERFORM pg_advisory_xact_lock(hashtextextended('inventory matching ' || doomed_id, 0));
  SELECT * INTO doomed FROM organization WHERE id = doomed_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  SELECT count(*) INTO entries FROM audit_event WHERE organization_id = doomed.id;
  INSERT INTO installation_audit_event (id, at, actor_kind, actor_id, actor_name, remote_address, request_id,
                                        action, subject_kind, subject_id, detail)
  VALUES (entry_id, entry_at, entry_actor_kind, entry_actor_id, entry_actor_name, entry_remote_address,
          entry_request_id, 'organization.delete', 'organization', doomed.id,
          jsonb_build_object(
            'id', doomed.id, 'name', doomed.name, 'idp_id', doomed.idp_id, 'created_at', doomed.created_at,
            'audit_entries', entries));
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

CREATE OR REPLACE FUNCTION note_holding_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted RECORD;
BEGIN
  FOR noted IN
  SELECT own.organization_id, own.project_id, own.images,
         coalesce(held.software_ids, '{}') AS software_ids, coalesce(held.counts, '{}') AS counts
  FROM (
    SELECT organization_id, project_id, count(*) AS images
    FROM added WHERE deleted_at IS NULL GROUP BY organization_id, project_id
  ) own,
  LATERAL (
    SELECT array_agg(software_id) AS software_ids, array_agg(images) AS counts
    FROM (
      SELECT held.software_id, count(*)::int AS images
      FROM added i, unnest(i.software_ids) AS held(software_id)
      WHERE i.organization_id = own.organization_id AND i.project_id = own.project_id AND i.deleted_at IS NULL
      GROUP BY held.software_id
    ) counted
  ) held
  LOOP
    INSERT INTO holding_change (organization_id, id, project_id, images, software_ids, counts)
    VALUES (noted.organization_id, gen_random_uuid(), noted.project_id, noted.images, noted.software_ids, noted.counts);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_holding_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted RECORD;
BEGIN
  FOR noted IN
  WITH moved AS MATERIALIZED (
    SELECT o.organization_id, side.project_id, side.software_ids, side.sign
    FROM was o
    JOIN became n ON n.organization_id = o.organization_id AND n.id = o.id,
    LATERAL (VALUES (o.project_id, o.software_ids, -1, o.deleted_at), (n.project_id, n.software_ids, 1, n.deleted_at))
      AS side(project_id, software_ids, sign, deleted_at)
    WHERE side.deleted_at IS NULL
      AND (o.software_ids <> n.software_ids OR o.project_id <> n.project_id
           OR (o.deleted_at IS NULL) <> (n.deleted_at IS NULL))
  )
  SELECT own.organization_id, own.project_id, own.images,
         coalesce(held.software_ids, '{}') AS software_ids, coalesce(held.counts, '{}') AS counts
  FROM (
    SELECT organization_id, project_id, sum(sign) AS images FROM moved GROUP BY organization_id, project_id
  ) own,
  LATERAL (
    SELECT array_agg(software_id) AS software_ids, array_agg(images) AS counts
    FROM (
      SELECT held.software_id, sum(i.sign)::int AS images
      FROM moved i, unnest(i.software_ids) AS held(software_id)
      WHERE i.organization_id = own.organization_id AND i.project_id = own.project_id
      GROUP BY held.software_id HAVING sum(i.sign) <> 0
    ) counted
  ) held
  WHERE own.images <> 0 OR held.counts IS NOT NULL
  LOOP
    INSERT INTO holding_change (organization_id, id, project_id, images, software_ids, counts)
    VALUES (noted.organization_id, gen_random_uuid(), noted.project_id, noted.images, noted.software_ids, noted.counts);
  END LOOP;
  RETURN NULL;
END
$$;

-- Whoever causes them to run may have a temporary table of any of these names: nothing of theirs is looked at. Replacing a
-- function takes its settings away.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION refuse_audit_change() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format(
    'ALTER FUNCTION remove_audit_events(uuid, timestamptz, integer, uuid, timestamptz)
       SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format(
    'ALTER FUNCTION delete_organization(uuid, uuid, timestamptz, caller_kind, uuid, text, text, text)
       SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION note_holding_of_added() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION note_holding_of_changed() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;
