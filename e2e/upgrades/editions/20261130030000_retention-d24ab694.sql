-- How long an organization keeps what is past. Nobody has rules yet: everything is kept, as before.
-- CreateTable
CREATE TABLE "retention_rules" (
    "organization_id" UUID NOT NULL,
    "scan_days" INTEGER NOT NULL DEFAULT 0,
    "newest_scans" INTEGER NOT NULL DEFAULT 5,
    "sbom_days" INTEGER NOT NULL DEFAULT 0,
    "history_days" INTEGER NOT NULL DEFAULT 0,
    "refused_days" INTEGER NOT NULL DEFAULT 0,
    "message_days" INTEGER NOT NULL DEFAULT 0,
    "audit_days" INTEGER NOT NULL DEFAULT 0,
    "history_from" TIMESTAMPTZ(3),
    "looked_on" DATE,
    "changes" INTEGER NOT NULL DEFAULT 0,
    "removal_id" UUID,

    CONSTRAINT "retention_rules_pkey" PRIMARY KEY ("organization_id"),
    CONSTRAINT "retention_rules_keep_a_scan" CHECK ("newest_scans" >= 1),
    CONSTRAINT "retention_rules_keep_a_year_of_the_trail" CHECK ("audit_days" = 0 OR "audit_days" >= 365)
);

-- CreateTable
CREATE TABLE "retention_run" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "removed" JSONB NOT NULL,

    CONSTRAINT "retention_run_pkey" PRIMARY KEY ("organization_id","id")
);

-- A run that was broken off is gone on with: there is one at a time.
CREATE UNIQUE INDEX "retention_run_open_key" ON "retention_run"("organization_id") WHERE (ended_at IS NULL);

-- AddForeignKey
ALTER TABLE "retention_rules" ADD CONSTRAINT "retention_rules_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "retention_run" ADD CONSTRAINT "retention_run_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- An inventory or SBOM that goes is looked for in what refers to it. Without these, each look-up reads all images of the
-- organization.
CREATE INDEX "image_tag_organization_id_inventory_id_idx" ON "image_tag"("organization_id", "inventory_id");
CREATE INDEX "image_tag_organization_id_sbom_id_idx" ON "image_tag"("organization_id", "sbom_id");

-- A row of the trail may go when the organization's rule says so and it is older than a year by the database's own clock,
-- whoever is connected. What tells of such a removal stays.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_event' THEN
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

-- Removes the oldest rows of an organization's trail, as its rule says, and adds one in their place: how many, of when to
-- when, and a digest of them and of the removal before. The two are one act of the owner: the app's role may not delete
-- from the trail. What is younger than the rule, or than a year, stays whatever is asked for.
CREATE FUNCTION remove_audit_events(
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

-- Whoever calls it may have a temporary table of any of these names: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION refuse_audit_change() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format(
    'ALTER FUNCTION remove_audit_events(uuid, timestamptz, integer, uuid, timestamptz)
       SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

REVOKE ALL ON FUNCTION remove_audit_events(uuid, timestamptz, integer, uuid, timestamptz) FROM PUBLIC;
