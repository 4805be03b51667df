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
    'SELECT t.id, o.name FROM image_tag t JOIN organization o ON o.id = t.organization_id WHERE o.id = $1',
    'BEGIN',
  ])('%s', (sql) => {
    expect(refusalsOf(sql)).toEqual([]);
  });
});

test('what begins with a spread table may look at others of the same organization', () => {
  const looks =
    'SELECT o.organization_id, (SELECT count(*) FROM policy p WHERE p.organization_id = o.organization_id) FROM (SELECT organization_id FROM project GROUP BY organization_id) o';
  expect(refusalsOf(looks)).toEqual(['asks every machine for p', 'asks every machine for project']);
});

describe('is refused', () => {
  test.each([
    ['SELECT * FROM image_tag WHERE id = $1', 'asks every machine for image_tag'],
    [
      "DELETE FROM note WHERE organization_id = $1 AND sha256(convert_to(id::text, 'UTF8')) = $2",
      'changes rows by a function that depends on settings',
    ],
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
    ['DELETE FROM letter WHERE due_at IS NULL', 'changes rows on every machine, of letter'],
    [
      'DELETE FROM letter l USING organization o WHERE l.organization_id = o.id AND l.due_at IS NULL',
      'changes rows on every machine, of l',
    ],
    [
      'SELECT l.user_id FROM waiver_link l JOIN organization o ON o.id = l.organization_id WHERE l.token_hash = $1',
      'asks every machine for l',
    ],
    [
      'SELECT o.id, (SELECT count(*) FROM policy p WHERE p.organization_id = o.id) FROM organization o',
      'looks at what is spread for each row of what is on every machine',
    ],
    [
      'SELECT i.id FROM invitation i JOIN LATERAL (SELECT e.actor_id FROM audit_event e WHERE e.organization_id = i.organization_id ORDER BY e.at DESC LIMIT 1) sent ON true',
      'looks at what is spread for each row of what is on every machine',
    ],
    [
      'SELECT m.user_id FROM membership m WHERE EXISTS (SELECT FROM plan r WHERE r.organization_id = m.organization_id AND r.id = $1)',
      'looks at what is spread for each row of what is on every machine',
    ],
    [
      'WITH gone AS (DELETE FROM digest_entry WHERE organization_id = $1 RETURNING organization_id, message_id) SELECT g.id FROM gone JOIN message g ON g.organization_id = gone.organization_id',
      'asks every machine for g',
    ],
  ])('%s', (sql, refusal) => {
    expect(refusalsOf(sql)).toContain(refusal);
  });
});
