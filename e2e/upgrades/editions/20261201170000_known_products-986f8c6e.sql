-- Since when, and until when, the catalog and organizations had which names: see .github/decisions/0108-what-was-known-on-a-day.md.

-- CreateTable
CREATE TABLE "catalog_cycle_interval" (
    "name_key" TEXT NOT NULL,
    "cycle" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "known_before" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "catalog_cycle_interval_pkey" PRIMARY KEY ("name_key","cycle","opened_at")
);

-- CreateTable
CREATE TABLE "own_product_interval" (
    "organization_id" UUID NOT NULL,
    "name_key" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "known_before" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "own_product_interval_pkey" PRIMARY KEY ("organization_id","name_key","opened_at")
);

-- AddForeignKey
ALTER TABLE "own_product_interval" ADD CONSTRAINT "own_product_interval_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What the catalog has now it has since the oldest fact on the cycle that no withdrawal came after, or, of cycles without
-- facts, since nobody knows when.
WITH stretches AS (
  SELECT f.product_slug, f.cycle, f.learnt_at, f.known_before,
         row_number() OVER (PARTITION BY f.product_slug, f.cycle ORDER BY f.learnt_at, f.sequence) AS place
    FROM catalog_fact f
   WHERE NOT f.withdrawn
     AND NOT EXISTS (
       SELECT FROM catalog_fact w
        WHERE w.product_slug = f.product_slug AND w.cycle = f.cycle AND w.level = f.level AND w.withdrawn
          AND w.sequence > f.sequence)
)
INSERT INTO catalog_cycle_interval (name_key, cycle, opened_at, known_before)
SELECT n.name_key, k.name, coalesce(s.learnt_at, now()), coalesce(s.known_before, true)
  FROM catalog_name n
  JOIN catalog_product p ON p.id = n.product_id
  JOIN catalog_cycle k ON k.product_id = n.product_id
  LEFT JOIN stretches s ON s.product_slug = p.slug AND s.cycle = k.name AND s.place = 1;

-- Products of organizations: since the audit log tells of one that was not there before, or since the catalog of others that it
-- was read from is; else nobody kept since when.
INSERT INTO own_product_interval (organization_id, name_key, opened_at, known_before)
SELECT o.organization_id, named.key, min(coalesce(added.at, s.created_at, o.set_at)),
       bool_and(added.at IS NULL AND s.created_at IS NULL)
  FROM own_product o
 CROSS JOIN LATERAL unnest(o.name_keys) AS named(key)
  LEFT JOIN own_catalog_source s ON s.organization_id = o.organization_id AND s.id = o.source_id
  LEFT JOIN LATERAL (
    SELECT min(e.at) AS at FROM audit_event e
     WHERE e.organization_id = o.organization_id AND e.action = 'own_product.save' AND e.subject_id = o.id::text
       AND coalesce(e.before, 'null'::jsonb) = 'null'::jsonb) added ON true
 GROUP BY o.organization_id, named.key;
