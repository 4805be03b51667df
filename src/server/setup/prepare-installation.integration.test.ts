import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateApiKey, parseApiKey } from '@/domain/api-key/api-key';
import { authenticate } from '@/server/platform/auth/authenticate';
import { signIn } from '@/server/user/service/sign-in';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { storedText } from '@/test/stored';
import { prepareInstallation } from './service/prepare-installation';

const ADMIN = { ADMIN_EMAIL: 'Ada@Example.com', ADMIN_PASSWORD: 'correct horse battery staple' };
const KEY = generateApiKey().text;
const KEY_ENVIRONMENT = { BOOTSTRAP_ORGANIZATION: 'Acme', BOOTSTRAP_API_KEY: KEY };

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.close());

async function start(environment: Record<string, string> = {}) {
  const deps = testDeps(db, environment);
  let said = '';
  await prepareInstallation(deps, (text) => (said += text));
  return { ...deps, said };
}

const countOf = async (table: string) => {
  const [row] = await db.query<{ count: number }>(`SELECT count(*) FROM ${table}`);
  return row?.count;
};
const outcomeOf = async (key: string) =>
  (await authenticate(new Headers({ 'x-api-key': key }), testDeps(db))).result;
/** The name of the organization that a key opens. */
const organizationOf = async (key: string) => {
  const outcome = await authenticate(new Headers({ 'x-api-key': key }), testDeps(db));
  const id = outcome.result === 'accepted' ? outcome.caller.active?.organizationId : undefined;
  const rows = await db.query<{ id: string; name: string }>('SELECT id, name FROM organization');
  return rows.find((row) => row.id === id)?.name;
};

describe('the admin from the environment', () => {
  const attempt = {
    ...{ email: 'ada@example.com', password: ADMIN.ADMIN_PASSWORD },
    remoteAddress: '',
    userAgent: '',
  };

  it('is created once, however often and in however many processes it starts', async () => {
    await Promise.all([start(ADMIN), start(ADMIN), start(ADMIN)]);
    const deps = await start(ADMIN);
    expect(await countOf('app_user')).toBe(1);
    expect(await db.query('SELECT name FROM organization')).toEqual([{ name: 'My organization' }]);
    expect(await db.query('SELECT role FROM membership')).toEqual([{ role: 'admin' }]);
    expect(
      await db.query('SELECT u.email FROM operator o JOIN app_user u ON u.id = o.user_id'),
    ).toEqual([{ email: attempt.email }]);
    await expect(signIn(deps, attempt)).resolves.toHaveProperty('sessionId');
    expect(deps.said + deps.logged()).not.toContain('set-up?token');
    expect(await storedText(db)).not.toContain(ADMIN.ADMIN_PASSWORD);
    expect(deps.logged()).not.toContain(ADMIN.ADMIN_PASSWORD);
  });

  it('becomes no operator where somebody else set things up', async () => {
    await start(ADMIN);
    await start({ ...ADMIN, ADMIN_EMAIL: 'second@example.com' });
    expect(await countOf('app_user')).toBe(2);
    expect(await countOf('operator')).toBe(1);
  });

  it('joins the organization that is named', async () => {
    await start({ ...ADMIN, BOOTSTRAP_ORGANIZATION: 'Acme' });
    expect(await db.query('SELECT name FROM organization')).toEqual([{ name: 'Acme' }]);
    expect(await countOf('membership')).toBe(1);
  });

  it('needs no password where nobody has one, and without them there is no link to set up', async () => {
    const withoutPasswords = {
      PASSWORD_LOGIN: 'off',
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'eventide',
      OIDC_CLIENT_SECRET: 'secret',
    };
    const waiting = await start(withoutPasswords);
    expect(waiting.logged()).toContain('Set ADMIN_EMAIL');
    expect(waiting.said + waiting.logged()).not.toContain('set-up?token');
    const deps = await start({ ...withoutPasswords, ADMIN_EMAIL: 'ada@example.com' });
    expect(deps.said + deps.logged()).not.toContain('Nobody can sign in yet');
    expect(await db.query('SELECT email, password_hash FROM app_user')).toEqual([
      { email: 'ada@example.com', password_hash: null },
    ]);
  });

  it('stays away once removed', async () => {
    await start(ADMIN);
    await db.query(`UPDATE app_user SET email = 'grace@example.com'`);
    await start(ADMIN);
    expect(await countOf('app_user')).toBe(1);
  });
});

describe('the key from the environment', () => {
  it('is stored hashed and works as an admin of its organization', async () => {
    await Promise.all([start(KEY_ENVIRONMENT), start(KEY_ENVIRONMENT)]);
    const deps = await start(KEY_ENVIRONMENT);
    expect(await countOf('api_key')).toBe(1);
    expect(await countOf('organization')).toBe(1);
    expect(await authenticate(new Headers({ 'x-api-key': KEY }), deps)).toMatchObject({
      result: 'accepted',
      caller: { active: { role: 'admin' } },
    });
    expect(await storedText(db)).not.toContain(KEY.slice(13));
    expect(deps.logged()).not.toContain(KEY.slice(13));
  });

  it('gives way to another one', async () => {
    const next = generateApiKey().text;
    await start(KEY_ENVIRONMENT);
    await start({ ...KEY_ENVIRONMENT, BOOTSTRAP_API_KEY: next });
    expect(await outcomeOf(KEY)).toBe('refused');
    expect(await outcomeOf(next)).toBe('accepted');
  });

  it('works again once it is put back, and the one that took its place does not', async () => {
    const next = { ...KEY_ENVIRONMENT, BOOTSTRAP_API_KEY: generateApiKey().text };
    for (const environment of [KEY_ENVIRONMENT, next, KEY_ENVIRONMENT]) await start(environment);
    expect(await outcomeOf(KEY)).toBe('accepted');
    expect(await outcomeOf(next.BOOTSTRAP_API_KEY)).toBe('refused');
    const deps = await start(next);
    expect(await outcomeOf(KEY)).toBe('refused');
    expect(await outcomeOf(next.BOOTSTRAP_API_KEY)).toBe('accepted');
    expect(deps.logged()).not.toContain('BOOTSTRAP_API_KEY');
    expect(
      await db.query(`SELECT action FROM audit_event WHERE action LIKE 'api_key.%' ORDER BY id`),
    ).toEqual(
      ['create', 'revoke', 'create', 'revoke', 'create', 'revoke', 'create'].map((verb) => ({
        action: `api_key.${verb}`,
      })),
    );
  });

  it('goes with the setting to another organization and back', async () => {
    const elsewhere = { ...KEY_ENVIRONMENT, BOOTSTRAP_ORGANIZATION: 'Acme 2' };
    for (const environment of [KEY_ENVIRONMENT, elsewhere]) {
      await start(environment);
      expect(await organizationOf(KEY)).toBe(environment.BOOTSTRAP_ORGANIZATION);
    }
    await start(KEY_ENVIRONMENT);
    expect(await organizationOf(KEY)).toBe('Acme');
  });

  it.each([
    ['was revoked by hand', 'UPDATE api_key SET revoked_at = now()'],
    ['was rotated by hand', 'UPDATE api_key_secret SET ends_at = now()'],
  ])(
    'does not come back by being put back where it %s, and the start goes on',
    async (_how, sql) => {
      const next = { ...KEY_ENVIRONMENT, BOOTSTRAP_API_KEY: generateApiKey().text };
      await start(KEY_ENVIRONMENT);
      await db.transaction((tx) => tx.query(sql));
      await start(next);
      for (let count = 0; count < 2; count += 1) {
        const { logged } = await start(KEY_ENVIRONMENT);
        expect(logged()).toContain('Set it to a new one');
        expect(logged()).not.toContain(KEY.slice(13));
      }
      expect(await outcomeOf(KEY)).toBe('refused');
      expect(await outcomeOf(next.BOOTSTRAP_API_KEY)).toBe('refused');
      // The one before it may be put back all the same.
      const deps = await start(next);
      expect(await outcomeOf(next.BOOTSTRAP_API_KEY)).toBe('accepted');
      expect(deps.logged()).not.toContain('Set it to a new one');
    },
  );

  it('leaves a key alone that the organization has anyway', async () => {
    await start({ BOOTSTRAP_ORGANIZATION: 'Acme', BOOTSTRAP_API_KEY: generateApiKey().text });
    const { publicId, sha256 } = parseApiKey(KEY) ?? { publicId: '', sha256: Buffer.of() };
    await db.query(
      `UPDATE api_key_secret SET public_id = '${publicId}', secret_sha256 = '\\x${sha256.toString('hex')}'`,
    );
    await db.query(`UPDATE api_key SET role = 'scanner'`);
    await db.query(`DELETE FROM installation_setting WHERE name = 'bootstrap_api_key'`);
    const deps = await start(KEY_ENVIRONMENT);
    expect(deps.logged()).toContain('Set it to a new one');
    expect(await authenticate(new Headers({ 'x-api-key': KEY }), deps)).toMatchObject({
      caller: { active: { role: 'scanner' } },
    });
  });

  it('stays revoked, and in its own organization', async () => {
    await start(KEY_ENVIRONMENT);
    await db.query(`UPDATE organization SET name = 'Acme Inc.'`);
    await db.transaction((tx) => tx.query('UPDATE api_key SET revoked_at = now()'));
    await start(KEY_ENVIRONMENT);
    expect(await countOf('organization')).toBe(1);
    expect(await outcomeOf(KEY)).toBe('refused');
  });
});

describe('with nobody to sign in', () => {
  it('prints a link with a token of its own at each start', async () => {
    const [first, second] = [await start(), await start({ PUBLIC_URL: 'https://eol.example.com' })];
    const tokenIn = (log: string) => /\/set-up\?token=([\w-]{43})/.exec(log)?.[1] ?? 'none';
    expect(first.said).toContain('http://localhost:3000/set-up?token=');
    expect(second.said).toContain('https://eol.example.com/set-up?token=');
    expect(tokenIn(second.said)).not.toBe(tokenIn(first.said));
    const stored = await storedText(db);
    expect(stored).not.toContain(tokenIn(first.said));
    expect(stored).not.toContain(tokenIn(second.said));
    expect(await countOf('installation_setting')).toBe(1);
  });
});
