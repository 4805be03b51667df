import { describe, expect, test } from 'vitest';
import { refusalsOf } from './rule';

describe('one machine answers', () => {
  test.each([
    'SELECT * FROM image_tag t WHERE t.organization_id = $1 AND t.id = $2',
    'SELECT * FROM image_tag WHERE organization_id = (SELECT $1::uuid)',
    'SELECT * FROM app_user WHERE id = $1',
    'select "t"."id" from "image_tag" as "t" inner join "project" as "p" on "p"."organization_id" = "t"."organization_id" and "p"."id" = "t"."project_id" where "t"."organization_id" = (SELECT $1::uuid) for no key update of "t"',
    'SELECT "public"."channel"."id" FROM "public"."channel" WHERE ("public"."channel"."organization_id" = $1 AND 1=1)',
    'UPDATE "public"."channel" SET "lease_id" = $1 WHERE ("public"."channel"."id" = $2 AND "public"."channel"."organization_id" = $3)',
    'INSERT INTO "public"."channel" ("organization_id","id") VALUES ($1,$2), ($3,$4)',
    'WITH gone AS (DELETE FROM digest_entry WHERE organization_id = $1 RETURNING message_id) SELECT g.id FROM gone JOIN message g ON g.organization_id = $2 AND g.id = gone.message_id',
    'SELECT FROM image_tag t WHERE t.organization_id = $1 AND EXISTS (SELECT FROM finding f WHERE f.organization_id = t.organization_id AND f.image_tag_id = t.id)',
    "SELECT id FROM waiver WHERE organization_id = $1 AND reason = 'asked (SELECT FROM finding)' UNION ALL SELECT id FROM plan WHERE organization_id = $1",
    'SELECT * FROM finding f JOIN image_tag t ON (t.organization_id, t.id) = (f.organization_id, f.image_tag_id) WHERE f.organization_id = $1',
    'DECLARE list NO SCROLL CURSOR FOR SELECT * FROM note WHERE organization_id = $1',
    'SELECT version FROM catalog_overlay WHERE organization_id = ANY($1::uuid[])',
    'INSERT INTO software_holding AS h (organization_id, software_id) SELECT $1, id FROM unnest($2::uuid[]) AS added(id) ON CONFLICT (organization_id, software_id) DO UPDATE SET images = h.images',
    'BEGIN',
  ])('%s', (sql) => {
    expect(refusalsOf(sql)).toEqual([]);
  });
});

describe('is refused', () => {
  test.each([
    ['SELECT * FROM image_tag WHERE id = $1', 'asks every machine for image_tag'],
    [
      'SELECT * FROM image_tag t JOIN project p ON p.id = t.project_id WHERE t.organization_id = $1',
      'asks every machine for p',
    ],
    [
      'SELECT m.user_id, (SELECT count(*) FROM team_member t WHERE t.organization_id = m.organization_id) FROM membership m WHERE m.organization_id = $1',
      'asks every machine for t',
    ],
    [
      'SELECT * FROM letter WHERE due_at < $1 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED',
      'locks rows of letter on every machine',
    ],
    [
      'UPDATE letter SET lease_id = $1 WHERE (organization_id, id) = (SELECT l.organization_id, l.id FROM letter l WHERE l.due_at < $2 LIMIT 1 FOR UPDATE SKIP LOCKED)',
      'locks rows of l on every machine',
    ],
    ['INSERT INTO channel (id) VALUES ($1)', 'adds to channel without an organization'],
    [
      'INSERT INTO channel (organization_id, id) VALUES ($1, (SELECT id FROM app_user LIMIT 1))',
      'has a subquery in what it adds to channel',
    ],
    [
      'INSERT INTO scan (organization_id, id) VALUES ($1, $2) RETURNING EXISTS (SELECT FROM membership)',
      'has a subquery in what it adds to scan',
    ],
    [
      'UPDATE channel SET name = $1, organization_id = $2 WHERE organization_id = $3',
      'could move a row to another machine',
    ],
    ['DELETE FROM letter WHERE due_at IS NULL', 'asks every machine for letter'],
    [
      'WITH gone AS (DELETE FROM digest_entry WHERE organization_id = $1 RETURNING organization_id, message_id) SELECT g.id FROM gone JOIN message g ON g.organization_id = gone.organization_id',
      'asks every machine for g',
    ],
  ])('%s', (sql, refusal) => {
    expect(refusalsOf(sql)).toContain(refusal);
  });
});
