-- What each image holds as a string of bits, for lists that look at all images: see
-- .github/decisions/0113-what-images-hold-as-bits.md.

-- CreateTable
CREATE TABLE "software_number" (
    "organization_id" UUID NOT NULL,
    "software_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,

    CONSTRAINT "software_number_pkey" PRIMARY KEY ("organization_id","software_id")
);

-- CreateTable
CREATE TABLE "image_bits" (
    "organization_id" UUID NOT NULL,
    "image_tag_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "sort_key" TEXT NOT NULL,
    "held" VARBIT NOT NULL,

    CONSTRAINT "image_bits_pkey" PRIMARY KEY ("organization_id","image_tag_id")
);

-- CreateTable
CREATE TABLE "image_bits_change" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "image_tag_ids" UUID[] NOT NULL,

    CONSTRAINT "image_bits_change_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "software_number_organization_id_number_key" ON "software_number"("organization_id", "number");

-- CreateIndex
CREATE INDEX "image_bits_organization_id_project_id_idx" ON "image_bits"("organization_id", "project_id");

-- AddForeignKey
ALTER TABLE "software_number" ADD CONSTRAINT "software_number_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "image_bits" ADD CONSTRAINT "image_bits_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "image_bits_change" ADD CONSTRAINT "image_bits_change_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Which images a statement has changed in what their bits say, some hundreds a row. Nothing that is there already is written,
-- so that uploads wait for nobody; a job writes the bits. Row by row: in a database that is spread, what a trigger has been
-- handed cannot be part of a statement about another spread table.
CREATE FUNCTION note_bits_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted RECORD;
BEGIN
  FOR noted IN
    SELECT organization_id, array_agg(id) AS ids FROM added WHERE deleted_at IS NULL GROUP BY organization_id
  LOOP
    FOR place IN 1..cardinality(noted.ids) BY 500 LOOP
      INSERT INTO image_bits_change (organization_id, id, image_tag_ids)
      VALUES (noted.organization_id, gen_random_uuid(), noted.ids[place:place + 499]);
    END LOOP;
  END LOOP;
  RETURN NULL;
END
$$;

-- Most changes of an image are none of what it holds.
CREATE FUNCTION note_bits_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted RECORD;
BEGIN
  FOR noted IN
    SELECT n.organization_id, array_agg(n.id) AS ids
    FROM was o
    JOIN became n ON n.organization_id = o.organization_id AND n.id = o.id
    WHERE (o.deleted_at IS NULL OR n.deleted_at IS NULL)
      AND (o.software_ids <> n.software_ids OR o.project_id <> n.project_id OR o.verified <> n.verified
           OR o.sort_key <> n.sort_key OR (o.deleted_at IS NULL) <> (n.deleted_at IS NULL))
    GROUP BY n.organization_id
  LOOP
    FOR place IN 1..cardinality(noted.ids) BY 500 LOOP
      INSERT INTO image_bits_change (organization_id, id, image_tag_ids)
      VALUES (noted.organization_id, gen_random_uuid(), noted.ids[place:place + 499]);
    END LOOP;
  END LOOP;
  RETURN NULL;
END
$$;

-- Whoever causes them to run may have temporary tables of these names: nothing of theirs is looked at.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION note_bits_of_added() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION note_bits_of_changed() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$$;

-- Before the images are read, and in the same transaction: none is written in between. Nothing is counted here, so that
-- uploads wait for a moment: the job does it, and meanwhile lists read the images as before.
CREATE TRIGGER image_tag_bits_added AFTER INSERT ON image_tag
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_bits_of_added();
CREATE TRIGGER image_tag_bits_changed AFTER UPDATE ON image_tag
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION note_bits_of_changed();

INSERT INTO image_bits_change (organization_id, id, image_tag_ids)
SELECT organization_id, gen_random_uuid(), array_agg(id)
FROM (
  SELECT organization_id, id, row_number() OVER (PARTITION BY organization_id) / 500 AS part
  FROM image_tag WHERE deleted_at IS NULL
) i
GROUP BY organization_id, part;
