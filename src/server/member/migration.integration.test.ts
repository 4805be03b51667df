import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { openDatabase } from '@/server/platform/db/db';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { migrateThose } from '@/test/migrations';
import { isFormerMember } from './service';

const MIGRATION = '20261205000000_former_member';
const [ACME, OTHER] = [
  '01931c5a-0000-7000-8000-000000000000',
  '01931c5a-0000-7000-8000-000000000001',
];
const [GONE, BACK, TWICE, NAMELESS, NOBODY] = [1, 2, 3, 4, 5].map(
  (id) => `01931c5b-0000-7000-8000-00000000000${String(id)}`,
);

let address: TestDatabaseAddress;
let pool: pg.Pool;

beforeAll(async () => {
  address = await createTestDatabase('template0');
  pool = new pg.Pool({ connectionString: address.connectionString });
});
afterAll(async () => {
  await pool.end();
  await address.drop();
});

async function removal(
  organizationId: string | undefined,
  subject: string | undefined,
  { email, day, action = 'member.remove' }: { email: string | null; day: string; action?: string },
): Promise<void> {
  await pool.query(
    `INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, actor_name, remote_address, request_id, action,
            subject_kind, subject_id, before)
     VALUES ($1, gen_random_uuid(), $2, 'person', $1, 'Ada', '', '', $3, 'user', $4, $5)`,
    [organizationId, `${day}T00:00:00Z`, action, subject, email === null ? null : { email }],
  );
}

test('whoever the trail says has left is known by the id and the address, but who is a member again', async () => {
  await migrateThose(pool, (name) => name < MIGRATION);
  for (const id of [ACME, OTHER])
    await pool.query(
      `INSERT INTO organization (id, idp_id, name, created_at, updated_at) VALUES ($1::uuid, $1::text, 'Acme', now(), now())`,
      [id],
    );
  await pool.query(
    `INSERT INTO app_user (id, email, name, created_at, updated_at) VALUES ($1, 'back@acme.example', 'Ada', now(), now())`,
    [BACK],
  );
  await pool.query(
    `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'viewer', now())`,
    [ACME, BACK],
  );
  await removal(ACME, GONE, { email: 'Gone@acme.example', day: '2026-01-01' });
  await removal(ACME, BACK, { email: 'back@acme.example', day: '2026-01-02' });
  await removal(OTHER, BACK, { email: 'back@acme.example', day: '2026-01-03' });
  await removal(ACME, TWICE, { email: 'first@acme.example', day: '2026-01-04' });
  await removal(ACME, TWICE, { email: 'second@acme.example', day: '2026-01-05' });
  await removal(ACME, NAMELESS, { email: null, day: '2026-01-06' });
  await removal(ACME, 'no id', { email: 'x@acme.example', day: '2026-01-07' });
  await removal(ACME, NOBODY, {
    email: 'n@acme.example',
    day: '2026-01-08',
    action: 'member.join',
  });
  await migrateThose(pool, (name) => name >= MIGRATION);

  const { rows } = await pool.query(
    `SELECT organization_id, user_id, (left_at AT TIME ZONE 'UTC')::date::text AS day FROM former_member ORDER BY left_at`,
  );
  expect(rows).toEqual([
    { organization_id: ACME, user_id: GONE, day: '2026-01-01' },
    { organization_id: OTHER, user_id: BACK, day: '2026-01-03' },
    { organization_id: ACME, user_id: TWICE, day: '2026-01-05' },
    { organization_id: ACME, user_id: NAMELESS, day: '2026-01-06' },
  ]);
  const connection = { connectionString: address.connectionString };
  const db = openDatabase({ connection, poolSize: 2 });
  try {
    const known = (userId: string | undefined, ...emails: string[]) =>
      isFormerMember(mintOrganizationId(ACME ?? ''), db, { userId: userId ?? '', emails });
    expect(await known(GONE)).toBe(true);
    expect(await known(NOBODY, 'gone@acme.example')).toBe(true);
    expect(await known(NOBODY, 'x@acme.example', 'second@acme.example')).toBe(true);
    expect(await known(NOBODY, 'first@acme.example')).toBe(false);
    expect(await known(NOBODY, 'back@acme.example')).toBe(false);
    expect(await known(BACK)).toBe(false);
  } finally {
    await db.close();
  }
});
