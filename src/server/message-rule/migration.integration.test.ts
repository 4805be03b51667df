import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { HEARD_KINDS } from '@/domain/message/rule';
import { listRules } from '@/server/message-rule/service/rules';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { migrateThose } from '@/test/migrations';

const RULES = '20261126032000_message_rule';
const ACME = '01931c5a-0000-7000-8000-000000000000';
const OTHER = '01931c5a-0000-7000-8000-000000000001';
const AT = '2026-11-20T09:00:00.000Z';

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

async function insertChannel(id: number, organizationId: string, hears: readonly string[]) {
  await pool.query(
    `INSERT INTO channel (organization_id, id, kind, name, settings, hears, created_by, created_at, updated_at)
     VALUES ($1, $2, 'mail', $3, '{"addresses": ["ops@example.com"]}', $4, 'Ada', $5, $5)`,
    [organizationId, channelId(id), `Channel ${String(id)}`, hears, AT],
  );
}
const channelId = (id: number) => `01931c5d-0000-7000-8000-00000000000${String(id)}`;

test('channels that had kinds of their own hear the same, at once, by a rule of their name', async () => {
  await migrateThose(pool, (name) => name < RULES);
  for (const id of [ACME, OTHER]) {
    await pool.query(
      `INSERT INTO organization (id, idp_id, name, created_at, updated_at) VALUES ($1, $2, 'Acme', $3, $3)`,
      [id, id, AT],
    );
  }
  await insertChannel(1, ACME, ['build.denied', 'support.ends']);
  await insertChannel(2, ACME, []);
  await insertChannel(3, OTHER, ['date.changed']);
  await migrateThose(pool, (name) => name >= RULES);

  const connection = { connectionString: address.connectionString };
  const db = openDatabase({ connection, poolSize: 1 });
  try {
    const [rule, ...others] = await listRules({ db }, mintOrganizationId(ACME));
    expect(others).toEqual([]);
    expect(rule).toMatchObject({
      ...{ id: channelId(1), name: 'Channel 1', kinds: ['build.denied', 'support.ends'] },
      ...{ scope: 'everything', team_id: null, least_severity: 'info', enabled: true },
      ...{ channel_ids: [channelId(1)], tempo: 'at_once', hour: 8, time_zone: 'UTC' },
      ...{ urgent_at_once: true, next_digest_at: null, waiting: 0, created_by: 'Ada' },
      ...{ created_at: AT, updated_at: AT },
    });
    expect(HEARD_KINDS).toEqual(expect.arrayContaining(rule?.kinds ?? []));
    const elsewhere = await listRules({ db }, mintOrganizationId(OTHER));
    expect(elsewhere.map(({ kinds, channel_ids: ids }) => [kinds, ids])).toEqual([
      [['date.changed'], [channelId(3)]],
    ]);
    // A channel that heard nothing hears nothing, and is still there.
    expect(await db.of(mintOrganizationId(ACME)).channel.count()).toBe(2);
  } finally {
    await db.close();
  }
});
