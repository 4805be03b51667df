import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transferName } from '@/domain/transfer/manifest';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { addUpAll, wrongCounts } from '@/server/holding/service';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { insertMembership } from '@/server/organization/service';
import { signPack } from '@/server/pack/service/packs';
import type { Actor } from '@/server/platform/auth/principal';
import { TABLES } from '@/server/transfer/repository/tables';
import { verifyTransfer } from '@/server/transfer/service/read';
import { createUser } from '@/server/user/service/people';
import { signIn } from '@/server/user/service/sign-in';
import { decideWaiver } from '@/server/waiver/service/decide';
import { ask } from '@/test/backup';
import { callAs } from '@/test/callers';
import { everythingOf } from '@/test/everything';
import { type Installation, newInstallation } from '@/test/installation';
import { brokenInvariants } from '@/test/invariants';
import { catalog } from '../../../prisma/seed/scenario/catalog';
import { legacyPortal } from '../../../prisma/seed/scenario/legacy-portal';
import { loyalty } from '../../../prisma/seed/scenario/small-projects';
import { printResetLink } from '../account/commands';
import { prepareDemo } from '../demo/prepare';
import { InterruptedError } from '../interruption';
import { exportTo, importFrom } from './commands';

let folder: string;
let source: Installation;
let file: string;
let organizationId: OrganizationId;
const opened: Installation[] = [];
const said: string[] = [];

async function another(): Promise<Installation> {
  const made = await newInstallation();
  opened.push(made);
  return made;
}

const commandsOf = ({ deps }: Installation) => ({
  deps,
  dataDir: folder,
  say: (line: string) => void said.push(line),
});

async function organizationOf({ deps }: Installation, name?: string): Promise<OrganizationId> {
  const rows = await deps.db.query<{ id: string; name: string }>(
    'SELECT id, name FROM organization ORDER BY created_at',
  );
  const row = name === undefined ? rows[0] : rows.find((one) => one.name === name);
  if (!row) throw new Error('There is no such organization');
  return mintOrganizationId(row.id);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-transfer-'));
  source = await newInstallation();
  await prepareDemo(
    source.deps,
    { reset: false, projects: [catalog, legacyPortal, loyalty] },
    () => 0,
  );
  organizationId = await organizationOf(source);
  file = join(folder, 'acme.tar.gz');
  await exportTo(commandsOf(source), 'Acme', file);
}, 240_000);

afterEach(async () => {
  said.length = 0;
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the list of tables', () => {
  it('names every table of the database', async () => {
    const rows = await ask<{ name: string }>(
      source.address.connectionString,
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`,
    );
    const named = Object.keys(TABLES).map((name) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('has what a row refers to before it, and leaves nothing behind that it needs', async () => {
    const keys = await ask<{ of: string; to: string; columns: string[] }>(
      source.address.connectionString,
      `SELECT conrelid::regclass::text AS of, confrelid::regclass::text AS to,
              ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY(conkey)) AS columns
         FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
    );
    const carried = (await verifyTransfer(file)).head.tables.map(({ name }) => name);
    const wrong = keys.filter(
      ({ of, to }) =>
        carried.includes(of) &&
        of !== to &&
        to !== 'app_user' &&
        !(carried.indexOf(to) >= 0 && carried.indexOf(to) < carried.indexOf(of)),
    );
    expect(wrong).toEqual([]);
  });
});

describe('an export', () => {
  it('holds no secret', async () => {
    const rows = await source.deps.db.query<{ secret: string }>(
      `SELECT encode(secret_sha256, 'hex') AS secret FROM api_key_secret
        UNION ALL SELECT encode(token_sha256, 'hex') FROM feed_token
        UNION ALL SELECT password_hash FROM app_user WHERE password_hash IS NOT NULL
        UNION ALL SELECT secret FROM channel WHERE secret IS NOT NULL`,
    );
    expect(rows.length).toBeGreaterThan(4);
    const tar = gunzipSync(await readFile(file)).toString('latin1');
    for (const { secret } of rows) expect(tar).not.toContain(secret);
  });

  it('is in the trail, and overwrites nothing', async () => {
    const { items } = await callAs(source.deps, organizationId, 'admin').audit.list({
      action: 'organization.export',
    });
    expect(items).toHaveLength(1);
    await expect(exportTo(commandsOf(source), 'Acme', file)).rejects.toThrow('exists already');
    await expect(exportTo(commandsOf(source), 'Nobody', `${file}.2`)).rejects.toThrow(
      'no organization called Nobody',
    );
  });
});

describe('an export', () => {
  it('without a file goes where npm was called, or into the data folder', async () => {
    const { INIT_CWD } = process.env;
    delete process.env.INIT_CWD;
    try {
      await exportTo(commandsOf(source), 'Acme', undefined);
    } finally {
      if (INIT_CWD !== undefined) process.env.INIT_CWD = INIT_CWD;
    }
    const name = transferName('Acme', source.deps.clock.now());
    expect((await verifyTransfer(join(folder, name))).head.organization.name).toBe('Acme');
  });

  it('that cannot be written is not in the trail', async () => {
    const trail = () =>
      callAs(source.deps, organizationId, 'admin').audit.list({ action: 'organization.export' });
    const before = (await trail()).items.length;
    const nowhere = join(folder, 'nowhere', 'acme.tar.gz');
    await expect(exportTo(commandsOf(source), 'Acme', nowhere)).rejects.toThrow(
      `${nowhere} cannot be written: ENOENT`,
    );
    expect((await trail()).items).toHaveLength(before);
  });

  it('leaves nothing when it is interrupted', async () => {
    const before = await readdir(folder);
    const controller = new AbortController();
    setImmediate(() => controller.abort(new InterruptedError('SIGTERM')));
    const exported = exportTo(
      commandsOf(source),
      'Acme',
      join(folder, 'broken-off.tar.gz'),
      () => controller.signal,
    );
    await expect(exported).rejects.toThrow('Interrupted. The file is not kept.');
    expect(await readdir(folder)).toEqual(before);
  });
});

describe('an import into an empty installation', () => {
  it('gives the same images, findings, decisions, history and views', async () => {
    const target = await another();
    await importFrom(commandsOf(target), file);
    expect(await organizationOf(target)).toBe(organizationId);
    const contents = (await verifyTransfer(file)).contents.tables;
    for (const { name, rows } of contents) {
      const more = name === 'audit_event' ? 1 : 0;
      const [row] = await target.deps.db.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM "${name}"`,
      );
      expect(row?.count, name).toBe(rows + more);
    }
    for (const name of ['waiver', 'plan', 'contract', 'saved_view', 'sbom', 'finding', 'policy'])
      expect(contents.find((table) => table.name === name)?.rows, name).toBeGreaterThan(0);
    expect(await brokenInvariants(target.address.connectionString)).toEqual({});
    expect(await wrongCounts(target.deps, organizationId)).toBe(0);
    await addUpAll(target.deps, new AbortController().signal);
    expect(await target.deps.db.query('SELECT FROM image_bits_change')).toEqual([]);
    expect(await wrongCounts(target.deps, organizationId)).toBe(0);
  });

  it('answers as the first does, once both have the same catalog and have read the same of registries', async () => {
    const target = await another();
    await importFrom(commandsOf(target), file);
    await copyKnowledge(source, target);
    await rematchOrganization(target.deps, organizationId);
    const [project] = await source.deps.db.query<{ id: string }>(
      `SELECT id FROM project WHERE name LIKE '%legacy-portal'`,
    );
    const asked = { projectId: project?.id ?? '', product: 'PHP' };
    const [there, here] = [
      await everythingOf(source.deps, organizationId, asked),
      await everythingOf(target.deps, organizationId, asked),
    ];
    expect(Object.keys(here)).toEqual(Object.keys(there));
    for (const [what, answer] of Object.entries(there)) expect(here[what], what).toEqual(answer);
  });

  it('exports the same again, but for what an import changes', async () => {
    const target = await another();
    await importFrom(commandsOf(target), file);
    const again = join(folder, 'again.tar.gz');
    await exportTo(commandsOf(target), 'Acme', again);
    const [first, second] = [await verifyTransfer(file), await verifyTransfer(again)];
    expect(second.people).toEqual(first.people);
    const other = first.contents.tables.filter(({ name, sha256 }) =>
      second.contents.tables.some((table) => table.name === name && table.sha256 !== sha256),
    );
    const changed = ['api_key', 'audit_event', 'channel', 'inventory_matching', 'organization'];
    expect(other.map(({ name }) => name).toSorted()).toEqual(changed);
    await rm(again);
  });

  it('marks the trail, ends keys, pauses channels, and lets members in by a link alone', async () => {
    const target = await another();
    await importFrom(commandsOf(target), file);
    const calls = callAs(target.deps, organizationId, 'admin');
    const [newest, ...before] = (await calls.audit.list({ size: 50 })).items;
    expect(newest).toMatchObject({ action: 'organization.import', imported_at: null });
    expect(before.every(({ imported_at }) => imported_at !== null)).toBe(true);
    const open = await target.deps.db.query(
      `SELECT id FROM api_key WHERE revoked_at IS NULL
        UNION ALL SELECT id FROM channel WHERE disabled_reason IS NULL OR secret IS NOT NULL`,
    );
    expect(open).toEqual([]);
    const attempt = { email: 'admin@acme.example', password: 'eventide-demo' };
    const signing = signIn(target.deps, { ...attempt, remoteAddress: '', userAgent: '' });
    await expect(signing).rejects.toThrow();
    const lines: string[] = [];
    await printResetLink(target.deps, attempt.email, (line) => lines.push(line));
    expect(lines.join('\n')).toContain('/reset-password/');
    expect(said.join('\n')).toContain('admin@acme.example');
  });
});

describe('an import beside others', () => {
  it('refuses a name that is taken, and comes in under another one, apart from the first', async () => {
    const importing = importFrom(commandsOf(source), file);
    await expect(importing).rejects.toThrow('There is an organization called Acme here');
    const before = await rowsOf(source, organizationId);
    await importFrom(commandsOf(source), file, { name: 'Acme again' });
    const copy = await organizationOf(source, 'Acme again');
    expect(copy).not.toBe(organizationId);
    expect(await rowsOf(source, organizationId)).toEqual(before);
    const copied = await rowsOf(source, copy);
    expect(copied.finding).toBe(before.finding);
    // Of whom nobody has shown that the address is theirs, is no member.
    expect(copied.membership).toBeLessThan(before.membership ?? 0);
    expect(said.join('\n')).toContain('Not members');
    expect(await brokenInvariants(source.address.connectionString)).toEqual({});
  });

  it('knows who is left out as who they are, once they are invited', async () => {
    const target = await another();
    const { deps } = target;
    const account = { name: 'Bob', email: 'member@acme.example', passwordHash: null };
    const bob = await createUser(deps.db, { ...account, provenBy: null }, deps.clock.now());
    await importFrom(commandsOf(target), file);
    expect(said.join('\n')).toContain('Invite them: member@acme.example');
    const [waiver] = await deps.db.query<{ id: string; version: number }>(
      `SELECT w.id, w.version FROM waiver w JOIN waiver_event e ON e.waiver_id = w.id AND e.kind = 'asked'
        WHERE w.decision = 'asked' AND e.actor_user_id = $1 AND w.owner_id = $1`,
      [bob.id],
    );
    const [pack] = await deps.db.query<{ id: string }>(
      `SELECT pack_id AS id FROM pack_signature WHERE user_id = $1`,
      [bob.id],
    );
    expect([waiver, pack]).toEqual([expect.anything(), expect.anything()]);
    // A name for what they did is all that they have of it.
    const theirs = ['membership', 'team_member', 'saved_view', 'inbox_entry', 'mail_setting'];
    for (const table of theirs) {
      const rows = await deps.db.query(`SELECT FROM "${table}" WHERE user_id = $1`, [bob.id]);
      expect(rows, table).toEqual([]);
    }

    const joinedAt = deps.clock.now();
    await insertMembership(organizationId, deps.db, { userId: bob.id, role: 'admin', joinedAt });
    const actor: Actor = {
      ...{ kind: 'person', id: bob.id, name: bob.name, organizationId, role: 'admin' },
      origin: { requestId: 'test-request', remoteAddress: '192.0.2.1' },
    };
    const { id = '', version = 0 } = waiver ?? {};
    const granting = decideWaiver(deps, actor, id, { decision: 'granted', version, note: null });
    await expect(granting).rejects.toThrow('Another person than those who asked');
    const signature = { id: pack?.id ?? '', signer: 'approver', note: null } as const;
    await expect(signPack(deps, actor, signature)).rejects.toThrow('it takes two people');
  });
});

describe('a bad file', () => {
  async function refusal(bytes: Buffer): Promise<string> {
    const target = await another();
    const bad = join(folder, 'bad.tar.gz');
    await writeFile(bad, bytes);
    const error: unknown = await importFrom(commandsOf(target), bad).catch(
      (reason: unknown) => reason,
    );
    expect(await target.deps.db.query('SELECT id FROM organization')).toEqual([]);
    expect(await target.deps.db.query('SELECT id FROM app_user')).toEqual([]);
    return error instanceof Error ? `${error.name}: ${error.message}` : 'it went in';
  }

  it('is refused in words: nothing of ours, cut short, changed, newer', async () => {
    const whole = await readFile(file);
    expect(await refusal(Buffer.from('nothing'))).toMatch(/^BackupError: .*cannot be read/);
    expect(await refusal(gzipSync('nothing'))).toMatch(/Error: .*(no export|cannot be read)/);
    expect(await refusal(whole.subarray(0, whole.length / 2))).toMatch(/^BackupError: .*damaged/);
    const tar = gunzipSync(whole);
    const changed = Buffer.from(tar);
    changed[tar.indexOf('legacy-portal')] = 76;
    expect(await refusal(gzipSync(changed))).toMatch(/^TransferError: .*damaged: the rows of/);
    const later = Buffer.from(
      tar.toString('latin1').replace('"format": 1', '"format": 2'),
      'latin1',
    );
    expect(await refusal(gzipSync(later))).toContain('The export is newer than this version');
  });
});

/**
 * As two installations have it that were fed the same: what they know for themselves, and what they made of it for an
 * organization's components.
 */
async function copyKnowledge(from: Installation, to: Installation): Promise<void> {
  for (const table of [
    ...['catalog_product', 'catalog_cycle', 'catalog_lifecycle', 'catalog_identifier'],
    ...['catalog_name', 'catalog_older_line', 'catalog_revision'],
    ...['registry_package', 'component_fact', 'inventory_fact'],
  ]) {
    const rows = await ask<{ rows: string }>(
      from.address.connectionString,
      `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM "${table}" t`,
    );
    await to.deps.db.query(
      `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`,
      [rows[0]?.rows],
    );
  }
}

async function rowsOf({ deps }: Installation, id: OrganizationId): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['finding', 'image_tag', 'membership', 'waiver', 'project']) {
    const [row] = await deps.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${table}" WHERE organization_id = $1`,
      [id],
    );
    counts[table] = row?.count ?? 0;
  }
  return counts;
}
