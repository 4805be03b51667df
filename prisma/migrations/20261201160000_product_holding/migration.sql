-- How many images hold any software of a product, kept up beside them: see .github/decisions/0105-lists-at-100000-images.md.

-- CreateTable
CREATE TABLE "product_holding" (
    "organization_id" UUID NOT NULL,
    "product_key" UUID NOT NULL,
    "images" INTEGER NOT NULL,

    CONSTRAINT "product_holding_pkey" PRIMARY KEY ("organization_id","product_key")
);

-- CreateTable
CREATE TABLE "product_holding_change" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "product_keys" UUID[] NOT NULL,
    "counts" INTEGER[] NOT NULL,

    CONSTRAINT "product_holding_change_pkey" PRIMARY KEY ("organization_id","id")
);

-- AddForeignKey
ALTER TABLE "product_holding" ADD CONSTRAINT "product_holding_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "product_holding_change" ADD CONSTRAINT "product_holding_change_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- One row for each statement and organization, as for what software images hold: a job adds them up. Apart from those, since
-- an older version that runs beside this one adds those up and would drop what it does not know. In a database that is spread,
-- what a trigger has been handed cannot be part of a statement about a spread table: the products are looked up first.
CREATE FUNCTION note_products_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched RECORD;
  known RECORD;
  noted RECORD;
BEGIN
  FOR touched IN
    SELECT i.organization_id, array_agg(DISTINCT held.software_id) AS software_ids
    FROM added i, unnest(i.software_ids) AS held(software_id)
    WHERE i.deleted_at IS NULL GROUP BY i.organization_id
  LOOP
    SELECT array_agg(s.id) AS software_ids, array_agg(c.product_key) AS product_keys INTO known
    FROM software s
    JOIN software_cycle c ON c.organization_id = touched.organization_id AND c.id = s.software_cycle_id
    WHERE s.organization_id = touched.organization_id AND s.id = ANY(touched.software_ids);

    SELECT array_agg(product_key) AS product_keys, array_agg(images) AS counts INTO noted
    FROM (
      SELECT product.key AS product_key, count(DISTINCT i.id)::int AS images
      FROM added i, unnest(i.software_ids) AS held(software_id)
      JOIN unnest(known.software_ids, known.product_keys) AS product(software_id, key)
        ON product.software_id = held.software_id
      WHERE i.organization_id = touched.organization_id AND i.deleted_at IS NULL
      GROUP BY product.key
    ) counted;

    IF noted.counts IS NOT NULL THEN
      INSERT INTO product_holding_change (organization_id, id, product_keys, counts)
      VALUES (touched.organization_id, gen_random_uuid(), noted.product_keys, noted.counts);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Most changes of an image are none of what it holds.
CREATE FUNCTION note_products_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched RECORD;
  known RECORD;
  noted RECORD;
BEGIN
  FOR touched IN
    SELECT o.organization_id, array_agg(DISTINCT held.software_id) AS software_ids
    FROM was o
    JOIN became n ON n.organization_id = o.organization_id AND n.id = o.id,
    unnest(o.software_ids || n.software_ids) AS held(software_id)
    WHERE o.software_ids <> n.software_ids OR (o.deleted_at IS NULL) <> (n.deleted_at IS NULL)
    GROUP BY o.organization_id
  LOOP
    SELECT array_agg(s.id) AS software_ids, array_agg(c.product_key) AS product_keys INTO known
    FROM software s
    JOIN software_cycle c ON c.organization_id = touched.organization_id AND c.id = s.software_cycle_id
    WHERE s.organization_id = touched.organization_id AND s.id = ANY(touched.software_ids);

    SELECT array_agg(product_key) AS product_keys, array_agg(images) AS counts INTO noted
    FROM (
      SELECT each.product_key, sum(each.sign)::int AS images
      FROM (
        SELECT DISTINCT o.id, side.sign, product.key AS product_key
        FROM was o
        JOIN became n ON n.organization_id = o.organization_id AND n.id = o.id,
        LATERAL (VALUES (o.software_ids, -1, o.deleted_at), (n.software_ids, 1, n.deleted_at))
          AS side(software_ids, sign, deleted_at),
        unnest(side.software_ids) AS held(software_id)
        JOIN unnest(known.software_ids, known.product_keys) AS product(software_id, key)
          ON product.software_id = held.software_id
        WHERE o.organization_id = touched.organization_id AND side.deleted_at IS NULL
          AND (o.software_ids <> n.software_ids OR (o.deleted_at IS NULL) <> (n.deleted_at IS NULL))
      ) each
      GROUP BY each.product_key HAVING sum(each.sign) <> 0
    ) counted;

    IF noted.counts IS NOT NULL THEN
      INSERT INTO product_holding_change (organization_id, id, product_keys, counts)
      VALUES (touched.organization_id, gen_random_uuid(), noted.product_keys, noted.counts);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Whoever causes them to run may have temporary tables of these names: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION note_products_of_added() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format(
    'ALTER FUNCTION note_products_of_changed() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

-- Before the counting, and in its transaction: no image is written in between. Uploads wait for it: some seconds for
-- 100,000 images.
CREATE TRIGGER image_tag_products_added AFTER INSERT ON image_tag
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_added();
CREATE TRIGGER image_tag_products_changed AFTER UPDATE ON image_tag
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_changed();

INSERT INTO product_holding (organization_id, product_key, images)
SELECT organization_id, product_key, count(*)
FROM (
  SELECT i.organization_id, i.id, c.product_key
  FROM image_tag i, unnest(i.software_ids) AS held(software_id)
  JOIN software s ON s.id = held.software_id
  JOIN software_cycle c ON c.organization_id = s.organization_id AND c.id = s.software_cycle_id
  WHERE i.deleted_at IS NULL AND s.organization_id = i.organization_id
  GROUP BY i.organization_id, i.id, c.product_key
) each
GROUP BY organization_id, product_key;
