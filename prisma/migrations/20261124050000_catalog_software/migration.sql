ALTER TABLE "image_tag" ADD COLUMN "catalog_software_ids" UUID[] DEFAULT ARRAY[]::UUID[];

UPDATE "image_tag" SET "catalog_software_ids" = "found"."ids"
  FROM (SELECT "organization_id", "image_tag_id", array_agg("software_id") AS "ids"
          FROM "finding"
         WHERE "is_open" AND "component_ids" = '{}'
         GROUP BY "organization_id", "image_tag_id") "found"
 WHERE "image_tag"."organization_id" = "found"."organization_id" AND "image_tag"."id" = "found"."image_tag_id";
