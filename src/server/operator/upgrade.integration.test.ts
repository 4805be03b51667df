import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, it } from 'vitest';
import { applyMigrations } from '@/server/platform/db/migrate';
import { createLogger } from '@/server/platform/log';
import { createTestDatabase } from '@/test/database';

const migrationsDir = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const THIS = '20261125030000_operator';
const logger = createLogger('silent');

interface Case {
  readonly role: 'admin' | 'member' | null;
  readonly hasPassword?: boolean;
  readonly isConfigured?: boolean;
}

/** Finds the operator that an earlier installation has afterwards: the first account as described, or a later one. */
async function upgraded({ role, hasPassword = true, isConfigured = false }: Case) {
  const address = await createTestDatabase('template0');
  const pool = new pg.Pool({ connectionString: address.connectionString });
  const before = await mkdtemp(join(tmpdir(), 'eventide-before-'));
  try {
    for (const name of await readdir(migrationsDir)) {
      if (name >= THIS && !name.endsWith('.toml')) continue;
      await cp(join(migrationsDir, name), join(before, name), { recursive: true });
    }
    await applyMigrations({ pool, migrationsDir: before, logger });
    await pool.query(
      `INSERT INTO app_user (id, email, name, password_hash, created_at, updated_at) VALUES
         ('00000000-0000-7000-8000-000000000002', 'later@example.com', 'Later', 'x', '2026-02-02', '2026-02-02'),
         ('00000000-0000-7000-8000-000000000001', 'first@example.com', 'First', $1, '2026-01-01', '2026-01-01')`,
      [hasPassword ? 'x' : null],
    );
    await pool.query(
      `INSERT INTO organization (id, name, idp_id, created_at, updated_at)
       VALUES ('00000000-0000-7000-8000-000000000009', 'Acme', 'acme', now(), now())`,
    );
    await pool.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at)
       SELECT '00000000-0000-7000-8000-000000000009', id,
              (CASE WHEN name = 'First' THEN $1 ELSE 'admin' END)::person_role, now()
         FROM app_user WHERE name <> 'First' OR $1 IS NOT NULL`,
      [role],
    );
    if (isConfigured) {
      await pool.query(
        `INSERT INTO installation_setting (name, value, updated_at)
         VALUES ('bootstrap_admin', '{"email": "first@example.com"}', now())`,
      );
    }
    await applyMigrations({ pool, migrationsDir, logger });
    const { rows } = await pool.query(
      `SELECT u.name, a.action FROM operator o JOIN app_user u ON u.id = o.user_id
         LEFT JOIN installation_audit_event a ON a.subject_id = u.id::text`,
    );
    return rows;
  } finally {
    await pool.end();
    await address.drop();
    await rm(before, { recursive: true });
  }
}

const FIRST = [{ name: 'First', action: 'operator.add' }];

it.each<[string, Case, unknown[]]>([
  ['the person of the set-up', { role: 'admin' }, FIRST],
  [
    'whom ADMIN_EMAIL named, without a password',
    { role: 'admin', hasPassword: false, isConfigured: true },
    FIRST,
  ],
  ['nobody, where that one is no admin any more', { role: 'member' }, []],
  ['nobody, where that one left', { role: null }, []],
  [
    'nobody, where the first to come came by single sign-on',
    { role: 'admin', hasPassword: false },
    [],
  ],
])('an installation of before has as its operator: %s', async (_who, given, expected) => {
  expect(await upgraded(given)).toEqual(expected);
});
