import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { openDatabase } from '@/server/platform/db/db';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { migrateThose } from '@/test/migrations';

const MIGRATION = '20261128010000_waivers_of_gone_teams';
const ORGANIZATION = '01931c5a-0000-7000-8000-000000000000';
const TEAM = '01931c5b-0000-7000-8000-000000000000';
const GONE = '01931c5b-0000-7000-8000-000000000001';
const ASKED = new Date('2026-11-20T09:00:00Z');

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

const waiverId = (id: number) => `01931c5d-0000-7000-8000-00000000000${String(id)}`;
const insertWaiver = (id: number, teamId: string, decision: string, endsOn: string) =>
  pool.query(
    `INSERT INTO waiver (organization_id, id, scope, team_id, team_name, product_name, cycle, cycle_key, subject_key,
            search_text, reason, links, ends_on, decision, version, owner_id, owner_name, asked_by_kind, asked_by_id,
            asked_by_name, created_at, updated_at)
     VALUES ($1, $2, 'team', $3, 'Payments', 'Debian', '11', $2, $2, 'debian 11', 'It moves', '{}', $4, $5, 1, $2, 'Ada',
            'person', $2, 'Ada', $6, $6)`,
    [ORGANIZATION, waiverId(id), teamId, endsOn, decision, ASKED],
  );

test('waivers of teams that were deleted before are over, and history and trail say why', async () => {
  await migrateThose(pool, (name) => name < MIGRATION);
  await pool.query(
    `INSERT INTO organization (id, idp_id, name, created_at, updated_at) VALUES ($1, $2, 'Acme', $3, $3)`,
    [ORGANIZATION, ORGANIZATION, ASKED],
  );
  await pool.query(
    `INSERT INTO team (organization_id, id, name, name_key, search_text, sort_key, handles, created_at, updated_at)
     VALUES ($1, $2, 'Payments', $2, 'payments', 'payments', '{}', $3, $3)`,
    [ORGANIZATION, TEAM, ASKED],
  );
  await insertWaiver(1, GONE, 'granted', '2999-01-01');
  await insertWaiver(2, GONE, 'asked', '2999-01-01');
  await insertWaiver(3, TEAM, 'granted', '2999-01-01');
  await insertWaiver(4, GONE, 'granted', '2026-01-01');
  await migrateThose(pool, (name) => name >= MIGRATION);

  const db = openDatabase({
    connection: { connectionString: address.connectionString },
    poolSize: 2,
  });
  const organizationId = mintOrganizationId(ORGANIZATION);
  try {
    const rows = await db.of(organizationId).waiver.findMany({ orderBy: { id: 'asc' } });
    expect(
      rows.map(({ decision, version, decidedByName }) => [decision, version, decidedByName]),
    ).toEqual([
      ['revoked', 2, 'Eventide'],
      ['declined', 2, 'Eventide'],
      ['granted', 1, null],
      // Its day had passed: it was over already.
      ['granted', 1, null],
    ]);
    const events = await db
      .of(organizationId)
      .waiverEvent.findMany({ orderBy: { waiverId: 'asc' } });
    const note = 'The team that it was for had been deleted';
    expect(events.map((one) => [one.waiverId, one.kind, one.actorKind, one.note])).toEqual([
      [waiverId(1), 'revoked', 'server', note],
      [waiverId(2), 'declined', 'server', note],
    ]);
    const audit = await db.of(organizationId).auditEvent.findMany({ orderBy: { action: 'asc' } });
    expect(audit).toMatchObject([
      { action: 'waiver.decline', before: { state: 'asked' }, after: { state: 'declined', note } },
      { action: 'waiver.revoke', before: { state: 'granted' }, after: { state: 'revoked', note } },
    ]);
  } finally {
    await db.close();
  }
});
