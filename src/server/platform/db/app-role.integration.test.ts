import { withQuery } from '@/test/with-query';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './db';
import { createLogger } from '@/server/platform/log';
import { deleteOrganization } from '@/server/organization/service';
import { makeActor, makeApiKey, makeOrganization } from '@/test/accounts';
import { createTestDatabase, type TestDatabaseAddress, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded/embedded';
import { migrateForApp } from './migrate-for-app';

/** A database and the two roles that a service has there. */
interface Place {
  readonly app: pg.PoolConfig;
  readonly owner: pg.PoolConfig;
  close(): Promise<void>;
}

async function embedded(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'eventide-roles-'));
  await chmod(dataDir, 0o755);
  const logger = createLogger('silent');
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, logger, durable: false });
  return {
    app: server.connection,
    owner: server.owner.connection,
    close: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, maxRetries: 5 });
    },
  };
}

/** As the documentation of deployment tells it: two ordinary roles, of which one owns the database. */
async function ownDatabase(): Promise<Place & { readonly asAdministrator: string }> {
  const address = await createTestDatabase('template0');
  const admin = new pg.Client({ connectionString: address.connectionString });
  await admin.connect();
  const id = randomBytes(4).toString('hex');
  const [owner, app] = [`owner_${id}`, `app_${id}`];
  const database = new URL(address.connectionString).pathname.slice(1);
  await admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'owner'`);
  await admin.query(`CREATE ROLE ${app} LOGIN PASSWORD 'app'`);
  await admin.query(`ALTER DATABASE ${database} OWNER TO ${owner}`);
  await admin.end();
  const as = (username: string, password: string) => {
    const url = new URL(address.connectionString);
    Object.assign(url, { username, password });
    return { connectionString: url.href };
  };
  return {
    ...{ app: as(app, 'app'), owner: as(owner, 'owner'), close: () => address.drop() },
    asAdministrator: address.connectionString,
  };
}

function recordingLogger() {
  let text = '';
  const logger = createLogger('info', { write: (line) => (text += line) });
  return { logger, logged: () => text };
}

describe.each([
  ['an embedded cluster', embedded],
  ['a database of one’s own', ownDatabase],
])('the role that the app works as, on %s', (_name, open) => {
  let place: Place;
  let db: TestDatabase;
  const log = recordingLogger();
  beforeAll(async () => {
    place = await open();
    db = withQuery(openDatabase({ connection: place.app }));
    await migrateForApp({ app: db, owner: place.owner, logger: log.logger });
    const deps = testDeps(db);
    await makeApiKey(deps, await makeOrganization(deps));
    const organizationId = await makeOrganization(deps, 'Ended');
    await deleteOrganization(deps, await makeActor(deps, organizationId));
  });
  afterAll(async () => {
    await db.close();
    await place.close();
  });

  const INSERTED = `INSERT INTO installation_audit_event
    SELECT id, at, actor_kind, actor_id, actor_name, remote_address, request_id, action, subject_kind, subject_id, detail
      FROM installation_audit_event`;

  it.each([
    ...['audit_event', 'installation_audit_event'].flatMap((trail) => [
      `UPDATE ${trail} SET action = 'x'`,
      `UPDATE ${trail} SET actor_name = 'x' WHERE false`,
      `DELETE FROM ${trail}`,
      `TRUNCATE ${trail}`,
      `ALTER TABLE ${trail} DISABLE TRIGGER ALL`,
      `ALTER TABLE ${trail} DISABLE TRIGGER USER`,
      `ALTER TABLE ${trail} RENAME TO gone`,
      `ALTER TABLE ${trail} OWNER TO CURRENT_USER`,
      `DROP TRIGGER ${trail}_append_only ON ${trail}`,
      `DROP TABLE ${trail}`,
      `CREATE RULE ends AS ON INSERT TO ${trail} DO INSTEAD NOTHING`,
      `CREATE TRIGGER ends BEFORE INSERT ON ${trail} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      `GRANT ALL ON ${trail} TO CURRENT_USER; UPDATE ${trail} SET action = 'x'`,
      `SELECT * FROM ${trail} FOR UPDATE`,
    ]),
    `${INSERTED} ON CONFLICT (id) DO UPDATE SET action = 'x'`,
    `MERGE INTO installation_audit_event t USING (SELECT 1) one ON true WHEN MATCHED THEN DELETE`,
    `SELECT set_config('eventide.empties_everything', 'on', false); TRUNCATE audit_event`,
    `SET session_replication_role = replica`,
    `UPDATE waiver_event SET note = NULL`,
    `DELETE FROM waiver_event`,
    `DELETE FROM waiver`,
    `DELETE FROM organization`,
    `TRUNCATE organization CASCADE`,
    `UPDATE organization SET id = gen_random_uuid()`,
    `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'`,
    `ALTER FUNCTION refuse_audit_change() RENAME TO gone`,
    `DROP FUNCTION refuse_audit_change() CASCADE`,
    `CREATE TABLE public.mine (id int)`,
    `CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    `CREATE SCHEMA mine`,
    `UPDATE _prisma_migrations SET finished_at = NULL`,
    `DROP SCHEMA public CASCADE`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE pg_database_owner GRANT ALL ON TABLES TO CURRENT_USER`,
  ])('may not: %s', async (sql) => {
    const before = await trails();
    // An organization keeps its id because of what refers to it, which says that it is not there; all others are stopped by
    // their owner's right.
    await expect(db.query(sql)).rejects.toThrow(
      /permission denied|must be (able|owner)|Organization not found/,
    );
    expect(await trails()).toEqual(before);
  });

  it('may not become the owner, who is another', async () => {
    const client = new pg.Client(place.owner);
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
    await client.end();
    await expect(db.query(`SET ROLE ${rows[0]?.name ?? ''}`)).rejects.toThrow('permission denied');
    const [role] = await db.query(
      `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication AS may
         FROM pg_roles WHERE rolname = current_user`,
    );
    expect(role).toEqual({ may: false });
    const owned = `SELECT FROM pg_class WHERE relowner = current_user::regrole`;
    expect(await db.query(owned)).toEqual([]);
  });

  it('ends an organization, and leaves a row that stays, whatever tables of its own it has', async () => {
    const deps = testDeps(db);
    const organizationId = await makeOrganization(deps, 'Shadowed');
    await makeApiKey(deps, organizationId);
    const actor = await makeActor(deps, organizationId);
    const rows = await db.transaction(async (tx) => {
      for (const table of ['organization', 'audit_event', 'installation_audit_event']) {
        await tx.query(`CREATE TEMPORARY TABLE ${table} (LIKE public.${table}) ON COMMIT DROP`);
      }
      await tx.query(
        `SELECT delete_organization($1, gen_random_uuid(), now(), 'person', $2, 'Ada', '', '')`,
        [organizationId, actor.id],
      );
      return tx.query(
        `SELECT detail ->> 'name' AS name, (detail ->> 'audit_entries')::int AS entries,
                (SELECT count(*) FROM public.organization WHERE id = $1) AS left
           FROM public.installation_audit_event WHERE subject_id = $1::text`,
        [organizationId],
      );
    });
    expect(rows).toEqual([{ name: 'Shadowed', entries: 1, left: 0 }]);
  });

  it('shortens a trail as its rule says, by a year at least, and leaves a row that stays', async () => {
    const deps = testDeps(db);
    const organizationId = await makeOrganization(deps, 'Long ago');
    await makeApiKey(deps, organizationId);
    const trail = () =>
      db.query<{ action: string; before: object }>(
        'SELECT action, before FROM audit_event WHERE organization_id = $1 ORDER BY at, id',
        [organizationId],
      );
    const remove = () =>
      db.query<{ removed: number }>(
        `SELECT remove_audit_events($1, 'infinity', 10, gen_random_uuid(), now()) AS removed`,
        [organizationId],
      );
    const old = (years: number) =>
      db.query(
        `INSERT INTO audit_event
         SELECT organization_id, gen_random_uuid(), now() - make_interval(years => $2, days => 1), actor_kind,
                actor_id, actor_name, remote_address, request_id, 'old.' || $2, subject_kind, subject_id, before, after
           FROM audit_event WHERE organization_id = $1 AND action = 'api_key.create'`,
        [organizationId, years],
      );
    await old(3);
    await old(1);
    // Nobody has said that anything is to go.
    expect(await remove()).toEqual([{ removed: 0 }]);
    await expect(
      db.query('INSERT INTO retention_rules (organization_id, audit_days) VALUES ($1, 30)', [
        organizationId,
      ]),
    ).rejects.toThrow('keep_a_year');
    await db.query('INSERT INTO retention_rules (organization_id, audit_days) VALUES ($1, 730)', [
      organizationId,
    ]);
    expect(await remove()).toEqual([{ removed: 1 }]);
    expect(await trail()).toMatchObject([
      { action: 'old.1' },
      { action: 'api_key.create' },
      { action: 'audit_event.remove', before: { events: 1 } },
    ]);
    await db.query('UPDATE retention_rules SET audit_days = 365 WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(await remove()).toEqual([{ removed: 1 }]);
    expect(await remove()).toEqual([{ removed: 0 }]);
    // Each removal tells the digest of the one before.
    const digests = await db.query<{ own: string; before: string | null }>(
      `SELECT after ->> 'digest' AS own, after ->> 'digest_before' AS before FROM audit_event
        WHERE organization_id = $1 AND action = 'audit_event.remove' ORDER BY at, id`,
      [organizationId],
    );
    expect(digests).toEqual([
      { own: expect.stringMatching(/^[0-9a-f]{64}$/), before: null },
      { own: expect.stringMatching(/^[0-9a-f]{64}$/), before: digests[0]?.own },
    ]);
    await expect(
      db.query('DELETE FROM audit_event WHERE organization_id = $1', [organizationId]),
    ).rejects.toThrow('permission denied');
  });

  it('is given it anew at each start, whatever was granted meanwhile, and warned of as long as it may more', async () => {
    expect(log.logged()).not.toContain('triggers alone');
    const owner = new pg.Client(place.owner);
    await owner.connect();
    const { user } = new pg.Client(place.app);
    await owner.query(`GRANT DELETE ON audit_event TO ${pg.escapeIdentifier(user ?? '')}`);
    await owner.end();
    const weak = recordingLogger();
    await migrateForApp({ app: db, owner: null, logger: weak.logger });
    expect(weak.logged()).toContain('protected by triggers alone');
    const strong = recordingLogger();
    await migrateForApp({ app: db, owner: place.owner, logger: strong.logger });
    expect(strong.logged()).not.toContain('triggers alone');
  });

  async function trails() {
    return db.query(
      `SELECT (SELECT count(*) FROM audit_event) AS own, (SELECT count(*) FROM installation_audit_event) AS common,
              (SELECT count(*) FROM organization) AS organizations,
              (SELECT string_agg(action, ' ' ORDER BY id) FROM installation_audit_event) AS actions`,
    );
  }
});

describe('without another owner', () => {
  let address: TestDatabaseAddress;
  beforeAll(async () => {
    address = await createTestDatabase('template0');
  });
  afterAll(() => address.drop());

  it('it migrates as the app and says what that means', async () => {
    const db = withQuery(
      openDatabase({ connection: { connectionString: address.connectionString } }),
    );
    const { logger, logged } = recordingLogger();
    await migrateForApp({ app: db, owner: null, logger });
    await migrateForApp({
      app: db,
      owner: { connectionString: address.connectionString },
      logger,
    });
    expect(logged().match(/protected by triggers alone/g)).toHaveLength(2);
    await expect(db.query('TRUNCATE audit_event')).rejects.toThrow('append-only');
    await db.close();
  });

  it('a role that owns nothing starts on what is up to date, and on nothing else', async () => {
    const { logger } = recordingLogger();
    const ready = await createTestDatabase();
    const db = withQuery(
      openDatabase({ connection: { connectionString: ready.appConnectionString } }),
    );
    await migrateForApp({ app: db, owner: null, logger });
    await db.close();
    const owner = new pg.Client({ connectionString: ready.connectionString });
    await owner.connect();
    await owner.query(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '%app_role'`);
    await owner.end();
    const behind = withQuery(
      openDatabase({ connection: { connectionString: ready.appConnectionString } }),
    );
    await expect(migrateForApp({ app: behind, owner: null, logger })).rejects.toThrow(
      'DATABASE_OWNER_URL',
    );
    await behind.close();
    await ready.drop();
  });
});

describe('beside what is somebody else’s', () => {
  it('is given what it needs of the owner’s, and nothing of the other’s', async () => {
    const place = await ownDatabase();
    const db = withQuery(openDatabase({ connection: place.app }));
    const admin = new pg.Client({ connectionString: place.asAdministrator });
    try {
      await admin.connect();
      await admin.query('CREATE TABLE of_the_administrator (id serial PRIMARY KEY)');
      for (let start = 0; start < 2; start += 1)
        await migrateForApp({ app: db, owner: place.owner, logger: createLogger('silent') });
      await makeApiKey(testDeps(db), await makeOrganization(testDeps(db)));
      await expect(db.query('SELECT FROM of_the_administrator')).rejects.toThrow(
        'permission denied',
      );
    } finally {
      await admin.end();
      await db.close();
      await place.close();
    }
  });

  it('is told that it may make no tables, where the owner’s address is missing', async () => {
    const place = await ownDatabase();
    const db = withQuery(openDatabase({ connection: place.app }));
    try {
      const start = migrateForApp({ app: db, owner: null, logger: createLogger('silent') });
      await expect(start).rejects.toThrow(
        /The database is empty, .* \(permission denied for schema public\)\. Name .* DATABASE_OWNER_URL/,
      );
    } finally {
      await db.close();
      await place.close();
    }
  });
});
