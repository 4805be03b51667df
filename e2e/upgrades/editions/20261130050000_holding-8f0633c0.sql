-- How many images hold what, kept up beside them: see .github/decisions/0087-kept-counts.md.

-- CreateTable
CREATE TABLE "project_holding" (
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "software_id" UUID NOT NULL,
    "images" INTEGER NOT NULL,

    CONSTRAINT "project_holding_pkey" PRIMARY KEY ("organization_id","project_id","software_id")
);

-- CreateTable
CREATE TABLE "software_holding" (
    "organization_id" UUID NOT NULL,
    "software_id" UUID NOT NULL,
    "images" INTEGER NOT NULL,

    CONSTRAINT "software_holding_pkey" PRIMARY KEY ("organization_id","software_id")
);

-- CreateTable
CREATE TABLE "project_image_count" (
    "organization_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "images" INTEGER NOT NULL,

    CONSTRAINT "project_image_count_pkey" PRIMARY KEY ("organization_id","project_id")
);

-- CreateTable
CREATE TABLE "holding_change" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "images" INTEGER NOT NULL,
    "software_ids" UUID[] NOT NULL,
    "counts" INTEGER[] NOT NULL,

    CONSTRAINT "holding_change_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "project_holding_software_idx" ON "project_holding"("organization_id", "software_id", "project_id", "images");

-- AddForeignKey
ALTER TABLE "project_holding" ADD CONSTRAINT "project_holding_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "software_holding" ADD CONSTRAINT "software_holding_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project_image_count" ADD CONSTRAINT "project_image_count_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "holding_change" ADD CONSTRAINT "holding_change_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- One row for each statement and project: what it made the images of the project hold more or less of. Nothing that is
-- there already is written, so that uploads of one project do not wait for one another; a job adds the rows up.
CREATE FUNCTION note_holding_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO holding_change (organization_id, id, project_id, images, software_ids, counts)
  SELECT own.organization_id, gen_random_uuid(), own.project_id, own.images,
         coalesce(held.software_ids, '{}'), coalesce(held.counts, '{}')
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
  ) held;
  RETURN NULL;
END
$$;

-- Most changes of an image are none of what it holds.
CREATE FUNCTION note_holding_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO holding_change (organization_id, id, project_id, images, software_ids, counts)
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
  SELECT own.organization_id, gen_random_uuid(), own.project_id, own.images,
         coalesce(held.software_ids, '{}'), coalesce(held.counts, '{}')
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
  WHERE own.images <> 0 OR held.counts IS NOT NULL;
  RETURN NULL;
END
$$;

-- Whoever causes them to run may have temporary tables of these names: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format(
    'ALTER FUNCTION note_holding_of_added() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format(
    'ALTER FUNCTION note_holding_of_changed() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

-- Before the counting, and in its transaction: no image is written in between. Uploads wait for it: some seconds for
-- 100,000 images.
CREATE TRIGGER image_tag_holding_added AFTER INSERT ON image_tag
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_holding_of_added();
CREATE TRIGGER image_tag_holding_changed AFTER UPDATE ON image_tag
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION note_holding_of_changed();

INSERT INTO project_holding (organization_id, project_id, software_id, images)
SELECT organization_id, project_id, unnest(software_ids), count(*)
FROM image_tag WHERE deleted_at IS NULL GROUP BY 1, 2, 3;

INSERT INTO software_holding (organization_id, software_id, images)
SELECT organization_id, software_id, sum(images) FROM project_holding GROUP BY 1, 2;

INSERT INTO project_image_count (organization_id, project_id, images)
SELECT organization_id, project_id, count(*) FROM image_tag WHERE deleted_at IS NULL GROUP BY 1, 2;
