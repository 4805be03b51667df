import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countWrongCatalogFacts } from '@/server/catalog/service/facts';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { openDatabase } from '@/server/platform/db/db';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { migrateThose } from '@/test/migrations';
import { countWrongFacts } from './service';

const MIGRATION = '20261201040000_lifecycle_fact';
const ORGANIZATION = '01931c5a-0000-7000-8000-000000000000';

let address: TestDatabaseAddress;
let pool: pg.Pool;

beforeEach(async () => {
  address = await createTestDatabase('template0');
  pool = new pg.Pool({ connectionString: address.connectionString });
});
afterEach(async () => {
  await pool.end();
  await address.drop();
});

const uuid = (kind: number, id: number) =>
  `01931c5${String(kind)}-0000-7000-8000-00000000000${String(id)}`;

/** A product with a release cycle, and when its standard support ends. */
async function insertCycle(id: number, slug: string, endsOn: string | null): Promise<void> {
  await pool.query(
    `INSERT INTO catalog_product (id, slug, name, category, search_text, source, links, updated_at)
     VALUES ($1, $2, $2, 'app', $2, 'import', '[]', now())`,
    [uuid(1, id), slug],
  );
  await pool.query(
    `INSERT INTO catalog_cycle (id, product_id, name, label, position, lts) VALUES ($1, $2, '1', '1', 0, false)`,
    [uuid(2, id), uuid(1, id)],
  );
  await pool.query(
    `INSERT INTO catalog_lifecycle (cycle_id, level, ends_on, ended) VALUES ($1, 'STANDARD_SUPPORT', $2, $3)`,
    [uuid(2, id), endsOn, endsOn === null],
  );
}

async function insertChange(id: number, slug: string, from: string, to: string, kind = 'changed') {
  const at = `2026-0${String(id)}-01T09:00:00Z`;
  await pool.query(
    `INSERT INTO catalog_revision (id, number, source, trigger, started_at, outcome, detail)
     VALUES ($1, $2, 'test', 'command', $3, 'imported', '{}')`,
    [uuid(3, id), id, at],
  );
  await pool.query(
    `INSERT INTO catalog_date_change (id, revision_id, product_slug, product, cycle, kind, level, old_ends_on, old_ended,
            new_ends_on, new_ended, changed_at)
     VALUES ($1, $1, $2, $2, '1', $3, 'STANDARD_SUPPORT', $4, false, $5, false, $6)`,
    [uuid(3, id), slug, kind, from, to, at],
  );
}

async function insertMoved(id: number, eolOn: string, moves: readonly [string, string, string][]) {
  await pool.query(
    `INSERT INTO software_cycle (organization_id, id, product_name, product_key, cycle, cycle_key, search_text, sort_key,
            first_seen_on, scanner_ended, eol_on, eol_on_known, eol_source, updated_at)
     VALUES ($1, $2, 'Redis', $2, '6', $2, 'redis', 'redis', '2026-01-01', false, $3, true, 'catalog', now())`,
    [ORGANIZATION, uuid(4, id), eolOn],
  );
  for (const [index, [on, from, to]] of moves.entries()) {
    await pool.query(
      `INSERT INTO software_cycle_move (organization_id, software_cycle_id, sequence, old_eol_on, new_eol_on, source, moved_at)
       VALUES ($1, $2, $3, $4, $5, 'catalog', $6)`,
      [ORGANIZATION, uuid(4, id), index + 1, from, to, `${on}T10:00:00Z`],
    );
  }
}

test('facts are what is known of the past, and replayed to today what the tables say', async () => {
  await migrateThose(pool, (name) => name < MIGRATION);
  await pool.query(
    `INSERT INTO organization (id, idp_id, name, created_at, updated_at) VALUES ($1, $2, 'Acme', now(), now())`,
    [ORGANIZATION, ORGANIZATION],
  );
  await insertCycle(1, 'still', '2027-01-01');
  await insertCycle(2, 'moved', '2028-03-03');
  await insertCycle(3, 'over', null);
  await insertChange(1, 'moved', '2028-01-01', '2028-02-02');
  await insertChange(2, 'moved', '2028-02-02', '2028-03-03');
  await insertChange(3, 'gone', '2029-01-01', '2029-01-01', 'removed');
  await insertMoved(1, '2027-03-03', [
    ['2026-02-01', '2027-01-01', '2027-02-02'],
    ['2026-03-01', '2027-02-02', '2027-03-03'],
  ]);
  await insertMoved(2, '2027-01-01', []);
  // One that moved on the day on which it was seen, and twice on another.
  await insertMoved(3, '2027-03-03', [
    ['2026-01-01', '2027-01-01', '2027-02-02'],
    ['2026-04-01', '2027-02-02', '2027-09-09'],
    ['2026-04-01', '2027-09-09', '2027-03-03'],
  ]);
  await migrateThose(pool, (name) => name >= MIGRATION);

  const { rows: catalog } = await pool.query<{ fact: string }>(
    `SELECT concat_ws(' ', product_slug, sequence, ends_on, CASE WHEN withdrawn THEN 'withdrawn' END,
                      CASE WHEN ended THEN 'ended' END, CASE WHEN known_before THEN 'known before' END, revision) AS fact
       FROM catalog_fact ORDER BY product_slug, sequence`,
  );
  expect(catalog.map(({ fact }) => fact)).toEqual([
    'gone 1 2029-01-01 known before',
    'gone 2 withdrawn 3',
    'moved 1 2028-01-01 known before',
    'moved 2 2028-02-02 1',
    'moved 3 2028-03-03 2',
    'over 1 ended known before',
    'still 1 2027-01-01 known before',
  ]);
  const { rows: facts } = await pool.query<{ fact: string }>(
    `SELECT concat_ws(' ', right(software_cycle_id::text, 1), learnt_on, eol_on, eol_source) AS fact
       FROM software_cycle_fact ORDER BY software_cycle_id, learnt_on`,
  );
  expect(facts.map(({ fact }) => fact)).toEqual([
    '1 2026-01-01 2027-01-01',
    '1 2026-02-01 2027-02-02 catalog',
    '1 2026-03-01 2027-03-03 catalog',
    '3 2026-01-01 2027-02-02 catalog',
    '3 2026-04-01 2027-03-03 catalog',
  ]);
  const connection = { connectionString: address.connectionString };
  const db = openDatabase({ connection, poolSize: 2 });
  try {
    expect(await countWrongCatalogFacts(db)).toBe(0);
    expect(await countWrongFacts(mintOrganizationId(ORGANIZATION), db)).toBe(0);
  } finally {
    await db.close();
  }
});

test('what has been there since nobody knows when was always there, of what the audit log and facts tell of since then', async () => {
  const KNOWN = '20261201170000_known_products';
  await migrateThose(pool, (name) => name < KNOWN);
  await pool.query(
    `INSERT INTO organization (id, idp_id, name, created_at, updated_at) VALUES ($1, $2, 'Acme', now(), now())`,
    [ORGANIZATION, ORGANIZATION],
  );
  await insertCycle(1, 'still', '2027-01-01');
  await insertCycle(2, 'back', '2027-01-01');
  await insertCycle(3, 'silent', '2027-01-01');
  await pool.query(
    `INSERT INTO catalog_name (name_key, product_id) SELECT slug, id FROM catalog_product
      UNION ALL SELECT 'alias', id FROM catalog_product WHERE slug = 'back'`,
  );
  const facts = [
    ['still', 1, '2026-01-01', false, true],
    ['back', 1, '2026-01-01', false, true],
    ['back', 2, '2026-02-01', true, false],
    ['back', 3, '2026-03-01', false, false],
  ];
  for (const fact of facts)
    await pool.query(
      `INSERT INTO catalog_fact (product_slug, cycle, level, sequence, product, ended, withdrawn, learnt_at, known_before)
       VALUES ($1, '1', 'STANDARD_SUPPORT', $2, $1, false, $4, $3, $5)`,
      fact,
    );
  for (const [at, name] of ['told', 'old'].entries())
    await pool.query(
      `INSERT INTO own_product (organization_id, id, slug, name, name_keys, document, reason, set_by, set_at)
       VALUES ($1, $2, $3, $3, ARRAY[$3], '{}', 'ours', 'Ada', '2026-06-01T00:00:00Z')`,
      [ORGANIZATION, uuid(5, at), name],
    );
  for (const [at, on, before] of [
    [0, '2026-04-01', null],
    [0, '2026-06-01', '{}'],
    [1, '2026-06-01', '{}'],
  ] as const)
    await pool.query(
      `INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, actor_name, remote_address, request_id, action,
              subject_kind, subject_id, before, after)
       VALUES ($1, gen_random_uuid(), $2, 'person', $1, 'Ada', '', '', 'own_product.save', 'own_product', $3, $4, '{}')`,
      [ORGANIZATION, `${on}T00:00:00Z`, uuid(5, at), before],
    );
  await migrateThose(pool, (name) => name >= KNOWN);
  const { rows } = await pool.query<{ told: string }>(
    `SELECT concat_ws(' ', name_key, CASE WHEN name_key <> 'silent' THEN (opened_at AT TIME ZONE 'UTC')::date END, closed_at,
                      CASE WHEN known_before THEN 'known before' END) AS told
       FROM (SELECT name_key, opened_at, closed_at, known_before FROM catalog_cycle_interval
             UNION ALL SELECT name_key, opened_at, closed_at, known_before FROM own_product_interval) each
      ORDER BY told`,
  );
  expect(rows.map(({ told }) => told)).toEqual([
    'alias 2026-03-01',
    'back 2026-03-01',
    'old 2026-06-01 known before',
    'silent known before',
    'still 2026-01-01 known before',
    'told 2026-04-01',
  ]);
});
