-- What was said of the end of a cycle was said to all; from now on it is noted for each owner whose images hold it, under
-- the same state, so that nothing is said again. What nothing holds any more is forgotten.
INSERT INTO "told_state" ("organization_id", "kind", "subject", "state", "told_at")
SELECT DISTINCT told."organization_id", told."kind", told."subject" || '/' || coalesce(p."owner_team_id"::text, 'nobody'),
       told."state", told."told_at"
  FROM "told_state" told
  JOIN "software" s ON s."organization_id" = told."organization_id" AND s."software_cycle_id" = told."subject"::uuid
  JOIN "finding" f ON f."organization_id" = s."organization_id" AND f."software_id" = s."id" AND f."is_open"
  JOIN "image_tag" t ON t."organization_id" = f."organization_id" AND t."id" = f."image_tag_id" AND t."deleted_at" IS NULL
  JOIN "project" p ON p."organization_id" = t."organization_id" AND p."id" = t."project_id"
 WHERE told."kind" = 'support.ends';

DELETE FROM "told_state" WHERE "kind" = 'support.ends' AND "subject" NOT LIKE '%/%';
