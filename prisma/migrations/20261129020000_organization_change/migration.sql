-- The transactions that have moved an organization's numbers, one row each, whatever else they wrote. A row is its
-- transaction's own, so nobody waits for another one's: a counter would have every upload wait for the one before.
CREATE TABLE "organization_change" (
    "organization_id" UUID NOT NULL,
    "transaction_id" BIGINT NOT NULL,

    CONSTRAINT "organization_change_pkey" PRIMARY KEY ("organization_id","transaction_id")
);

-- AddForeignKey
ALTER TABLE "organization_change" ADD CONSTRAINT "organization_change_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By triggers, so that no process and no command can change what pages show and keep it to itself. Once for a statement,
-- however many rows it wrote.
CREATE FUNCTION note_organization_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO organization_change (organization_id, transaction_id)
  SELECT DISTINCT organization_id, pg_current_xact_id()::text::bigint FROM changed
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- Whoever causes it to run may have a temporary table named organization_change: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION note_organization_change() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

-- Uploads, what is matched anew, what is retired, brought back or deleted, and what runs.
CREATE TRIGGER image_tag_added AFTER INSERT ON image_tag
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_change();
CREATE TRIGGER image_tag_changed AFTER UPDATE ON image_tag
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_change();
-- Ends that the catalog, an upload or a contract moves. A new cycle comes with the image that holds it.
CREATE TRIGGER software_cycle_changed AFTER UPDATE ON software_cycle
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_change();
-- Whatever somebody does: waivers, policies, plans, contracts, owners, names.
CREATE TRIGGER audit_event_added AFTER INSERT ON audit_event
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_change();
-- What is on pages and in no trail.
CREATE TRIGGER cluster_added AFTER INSERT ON cluster
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_change();
CREATE TRIGGER cluster_changed AFTER UPDATE ON cluster
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_change();
CREATE TRIGGER refused_upload_added AFTER INSERT ON refused_upload
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_change();
CREATE TRIGGER inbox_entry_added AFTER INSERT ON inbox_entry
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_change();
