-- How many findings of each software were open when a month was over, for trends by month: see
-- .github/decisions/0114-months-that-are-over.md. A job fills it in; until then trends read the findings' times.

-- CreateTable
CREATE TABLE "trend_month" (
    "organization_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "software_ids" UUID[] NOT NULL,
    "findings" INTEGER[] NOT NULL,

    CONSTRAINT "trend_month_pkey" PRIMARY KEY ("organization_id","month")
);

-- AddForeignKey
ALTER TABLE "trend_month" ADD CONSTRAINT "trend_month_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What is over does not change, but where somebody writes into the past: an installation whose clock was set back, or a
-- history that is brought along. The months from then on are made anew. Row by row: in a database that is spread, what a
-- trigger has been handed cannot be part of a statement about another spread table.
CREATE FUNCTION forget_trend_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched RECORD;
BEGIN
  FOR touched IN
    SELECT organization_id, least(min(opened_at), min(closed_at)) AS since FROM added GROUP BY organization_id
  LOOP
    DELETE FROM trend_month
     WHERE organization_id = touched.organization_id
       AND month >= date_trunc('month', touched.since AT TIME ZONE 'UTC')::date;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE FUNCTION forget_trend_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched RECORD;
BEGIN
  FOR touched IN
    SELECT n.organization_id,
           least(
             min(o.closed_at), min(n.closed_at),
             min(least(o.opened_at, n.opened_at))
               FILTER (WHERE o.opened_at <> n.opened_at OR o.software_id <> n.software_id)) AS since
    FROM was o JOIN became n ON n.organization_id = o.organization_id AND n.id = o.id
    GROUP BY n.organization_id
  LOOP
    DELETE FROM trend_month
     WHERE organization_id = touched.organization_id
       AND month >= date_trunc('month', touched.since AT TIME ZONE 'UTC')::date;
  END LOOP;
  RETURN NULL;
END
$$;

-- Whoever causes them to run may have temporary tables of these names: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION forget_trend_of_added() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION forget_trend_of_changed() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

CREATE TRIGGER finding_interval_trend_added AFTER INSERT ON finding_interval
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_trend_of_added();
CREATE TRIGGER finding_interval_trend_changed AFTER UPDATE ON finding_interval
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION forget_trend_of_changed();
