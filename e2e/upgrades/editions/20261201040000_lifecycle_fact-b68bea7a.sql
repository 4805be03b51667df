-- Dates as facts with the day on which they were learnt: see .github/decisions/0089-why-and-since-when.md.

-- CreateTable
CREATE TABLE "catalog_fact" (
    "product_slug" TEXT NOT NULL,
    "cycle" TEXT NOT NULL,
    "level" "support_level" NOT NULL,
    "sequence" INTEGER NOT NULL,
    "product" TEXT NOT NULL,
    "ends_on" DATE,
    "ended" BOOLEAN NOT NULL,
    "withdrawn" BOOLEAN NOT NULL,
    "learnt_at" TIMESTAMPTZ(3) NOT NULL,
    "known_before" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER,

    CONSTRAINT "catalog_fact_pkey" PRIMARY KEY ("product_slug","cycle","level","sequence")
);

-- CreateTable
CREATE TABLE "software_cycle_fact" (
    "organization_id" UUID NOT NULL,
    "software_cycle_id" UUID NOT NULL,
    "learnt_on" DATE NOT NULL,
    "eol_on" DATE,
    "eol_on_known" BOOLEAN NOT NULL,
    "eol_source" "eol_source",
    "inferred_from" TEXT,
    "upstream_eol_on" DATE,
    "upstream_eol_on_known" BOOLEAN,
    "covered_from" DATE,
    "covered_until" DATE,
    "known_before" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "software_cycle_fact_pkey" PRIMARY KEY ("organization_id","software_cycle_id","learnt_on")
);

-- AddForeignKey
ALTER TABLE "software_cycle_fact" ADD CONSTRAINT "software_cycle_fact_organization_id_software_cycle_id_fkey" FOREIGN KEY ("organization_id", "software_cycle_id") REFERENCES "software_cycle"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Several statements write the ends of cycles, and triggers those of covered ones; here none can forget to note it. The
-- first change of a cycle also notes what it was until then: nothing is written of cycles that never change, which are most.
-- Clocks of several processes may differ by some seconds around midnight: the newest fact stays the newest.
CREATE FUNCTION note_cycle_fact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest DATE;
  learnt DATE := (NEW.updated_at AT TIME ZONE 'UTC')::date;
BEGIN
  SELECT max(f.learnt_on) INTO newest FROM software_cycle_fact f
   WHERE f.organization_id = NEW.organization_id AND f.software_cycle_id = NEW.id;
  IF newest IS NULL AND OLD.first_seen_on < learnt THEN
    INSERT INTO software_cycle_fact (
      organization_id, software_cycle_id, learnt_on, eol_on, eol_on_known, eol_source, inferred_from,
      upstream_eol_on, upstream_eol_on_known, covered_from, covered_until)
    VALUES (
      OLD.organization_id, OLD.id, OLD.first_seen_on, OLD.eol_on, OLD.eol_on_known, OLD.eol_source,
      CASE WHEN OLD.eol_source = 'inferred' THEN OLD.catalog_inferred_from END,
      OLD.upstream_eol_on, OLD.upstream_eol_on_known, OLD.covered_from, OLD.covered_until);
  END IF;
  INSERT INTO software_cycle_fact AS f (
    organization_id, software_cycle_id, learnt_on, eol_on, eol_on_known, eol_source, inferred_from,
    upstream_eol_on, upstream_eol_on_known, covered_from, covered_until)
  VALUES (
    NEW.organization_id, NEW.id, greatest(newest, learnt), NEW.eol_on, NEW.eol_on_known, NEW.eol_source,
    CASE WHEN NEW.eol_source = 'inferred' THEN NEW.catalog_inferred_from END,
    NEW.upstream_eol_on, NEW.upstream_eol_on_known, NEW.covered_from, NEW.covered_until)
  ON CONFLICT (organization_id, software_cycle_id, learnt_on) DO UPDATE
    SET eol_on = excluded.eol_on, eol_on_known = excluded.eol_on_known, eol_source = excluded.eol_source,
        inferred_from = excluded.inferred_from, upstream_eol_on = excluded.upstream_eol_on,
        upstream_eol_on_known = excluded.upstream_eol_on_known, covered_from = excluded.covered_from,
        covered_until = excluded.covered_until, known_before = false;
  RETURN NULL;
END
$$;

-- What the catalog has said is never said otherwise afterwards, whoever is connected.
CREATE FUNCTION refuse_fact_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' AND current_setting('eventide.empties_everything', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'facts of the catalog are only added to: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

-- Whoever writes a cycle may have temporary tables of these names: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION note_cycle_fact() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION refuse_fact_change() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

-- The end of a covered cycle is set by a trigger, not by the statement: UPDATE OF would not look at it.
CREATE TRIGGER software_cycle_fact_noted AFTER UPDATE ON software_cycle
  FOR EACH ROW
  WHEN ((OLD.eol_on, OLD.eol_on_known, OLD.eol_source, OLD.upstream_eol_on, OLD.upstream_eol_on_known,
         OLD.covered_from, OLD.covered_until, CASE WHEN OLD.eol_source = 'inferred' THEN OLD.catalog_inferred_from END)
        IS DISTINCT FROM
        (NEW.eol_on, NEW.eol_on_known, NEW.eol_source, NEW.upstream_eol_on, NEW.upstream_eol_on_known,
         NEW.covered_from, NEW.covered_until, CASE WHEN NEW.eol_source = 'inferred' THEN NEW.catalog_inferred_from END))
  EXECUTE FUNCTION note_cycle_fact();

-- What is known of the past: changes of dates, each with the revision that brought it. What was so before the first of them
-- was so until then, and nobody kept since when.
WITH changes AS (
  SELECT d.*, r.number,
         row_number() OVER (PARTITION BY d.product_slug, d.cycle, d.level ORDER BY d.changed_at, d.id) AS place
    FROM catalog_date_change d JOIN catalog_revision r ON r.id = d.revision_id
)
INSERT INTO catalog_fact (
  product_slug, cycle, level, sequence, product, ends_on, ended, withdrawn, learnt_at, known_before, revision)
SELECT product_slug, cycle, level, 1, product, old_ends_on, old_ended, false, changed_at - interval '1 millisecond', true, NULL
  FROM changes WHERE place = 1 AND kind <> 'returned'
UNION ALL
SELECT product_slug, cycle, level, place + 1, product, CASE WHEN kind <> 'removed' THEN new_ends_on END,
       kind <> 'removed' AND new_ended, kind = 'removed', changed_at, false, number
  FROM changes;

-- What the tables say now, where no change has led there: known since today, as nobody kept since when.
WITH said AS (
  SELECT p.slug, p.name AS product, c.name AS cycle, l.level, l.ends_on, l.ended
    FROM catalog_lifecycle l
    JOIN catalog_cycle c ON c.id = l.cycle_id
    JOIN catalog_product p ON p.id = c.product_id
), known AS (
  SELECT DISTINCT ON (product_slug, cycle, level) *
    FROM catalog_fact ORDER BY product_slug, cycle, level, sequence DESC
)
INSERT INTO catalog_fact (
  product_slug, cycle, level, sequence, product, ends_on, ended, withdrawn, learnt_at, known_before, revision)
SELECT coalesce(s.slug, k.product_slug), coalesce(s.cycle, k.cycle), coalesce(s.level, k.level),
       coalesce(k.sequence, 0) + 1, coalesce(s.product, k.product), s.ends_on, coalesce(s.ended, false), s.slug IS NULL,
       now(), true, NULL
  FROM said s
  FULL JOIN known k ON k.product_slug = s.slug AND k.cycle = s.cycle AND k.level = s.level
 WHERE CASE WHEN s.slug IS NULL THEN NOT k.withdrawn
            ELSE k.withdrawn IS NOT FALSE OR (k.ends_on, k.ended) IS DISTINCT FROM (s.ends_on, s.ended) END;

-- Of organizations' cycles the moves of their ends, 20 of each at most. The last of a day stands for it; the newest is what
-- the cycle says now, whoever says it.
WITH moves AS (
  SELECT m.*, (m.moved_at AT TIME ZONE 'UTC')::date AS moved_on,
         row_number() OVER (PARTITION BY m.organization_id, m.software_cycle_id ORDER BY m.sequence) AS place,
         lead((m.moved_at AT TIME ZONE 'UTC')::date)
           OVER (PARTITION BY m.organization_id, m.software_cycle_id ORDER BY m.sequence) AS next_on
    FROM software_cycle_move m
)
INSERT INTO software_cycle_fact (
  organization_id, software_cycle_id, learnt_on, eol_on, eol_on_known, eol_source, inferred_from,
  upstream_eol_on, upstream_eol_on_known, covered_from, covered_until, known_before)
SELECT m.organization_id, m.software_cycle_id,
       CASE WHEN m.sequence = 1 THEN c.first_seen_on ELSE m.moved_on - 1 END, m.old_eol_on, m.old_eol_on IS NOT NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, m.sequence > 1
  FROM moves m JOIN software_cycle c ON c.organization_id = m.organization_id AND c.id = m.software_cycle_id
 WHERE m.place = 1 AND c.first_seen_on < m.moved_on
UNION ALL
SELECT m.organization_id, m.software_cycle_id, m.moved_on, m.new_eol_on, m.new_eol_on IS NOT NULL, m.source,
       NULL, NULL, NULL, NULL, NULL, false
  FROM moves m WHERE m.next_on > m.moved_on
UNION ALL
SELECT c.organization_id, c.id, m.moved_on, c.eol_on, c.eol_on_known, c.eol_source,
       CASE WHEN c.eol_source = 'inferred' THEN c.catalog_inferred_from END,
       c.upstream_eol_on, c.upstream_eol_on_known, c.covered_from, c.covered_until, false
  FROM moves m JOIN software_cycle c ON c.organization_id = m.organization_id AND c.id = m.software_cycle_id
 WHERE m.next_on IS NULL
ON CONFLICT (organization_id, software_cycle_id, learnt_on) DO NOTHING;

CREATE TRIGGER catalog_fact_only_added_to BEFORE UPDATE OR DELETE ON catalog_fact
  FOR EACH ROW EXECUTE FUNCTION refuse_fact_change();
CREATE TRIGGER catalog_fact_not_truncated BEFORE TRUNCATE ON catalog_fact
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fact_change();
