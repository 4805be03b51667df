import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PersonRole } from '@/domain/roles/permissions';
import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { callAnonymously, callAs } from '@/test/callers';
import { hashPassword } from '@/server/user/service/password';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits } from '@/test/limits';
import { GOOD_PASSWORD, linkTokenTo, signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { putMails } from './repository/mails';
import { sendMails } from './service/mail';

const NOW = '2026-11-21T12:00:00Z';

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eventide.example.com' });
  rest = new RestClient(deps);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});
beforeEach(async () => {
  await backgroundDone(deps);
  await forgetLimits(deps.db);
  deps.clock.set(NOW);
  organizationId = await makeOrganization(deps);
});

/** A new member whose address is proven. */
async function person(role: PersonRole): Promise<SignedIn> {
  const who = await signedIn(deps, rest, { organizationId, role });
  await deps.db.query('UPDATE app_user SET email_proven_at = now() WHERE id = $1', [who.id]);
  return who;
}

const mailsTo = ({ email }: SignedIn) => deps.mails().filter(({ to }) => to === email);

/** The end of the link that somebody was mailed last. */
async function tokenOf(who: SignedIn): Promise<string> {
  await backgroundDone(deps);
  return /\/waivers\/decide\/([\w-]{43})/.exec(mailsTo(who).at(-1)?.text ?? '')?.[1] ?? 'no link';
}

const grant = (token: string, version = 1) => ({ token, decision: 'granted' as const, version });
const anybody = () => callAnonymously(deps).waiver;

const gone = { code: 'NOT_FOUND' };
const refused = { code: 'FORBIDDEN' };

describe('the mail', () => {
  test('goes to each admin but whoever asks, and says what for', async () => {
    const [asker, admin, other] = [
      await person('admin'),
      await person('admin'),
      await person('admin'),
    ];
    const viewer = await person('viewer');
    await ask(asker, { mitigating_control: 'Behind a firewall' });
    expect(await tokenOf(admin)).not.toBe(await tokenOf(other));
    expect([mailsTo(asker), mailsTo(viewer)]).toEqual([[], []]);
    const [mail] = mailsTo(admin);
    expect(mail?.subject).toBe('Ada Lovelace asks for a waiver for Debian Linux 11');
    for (const part of ['2027-03-03', 'It moves in March', 'Behind a firewall', 'shop']) {
      expect(mail?.text).toContain(part);
      expect(mail?.html).toContain(part);
    }
  });

  test('has no link that decides for an address that nobody has proven', async () => {
    const member = await person('member');
    const admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
    await deps.db.query('UPDATE app_user SET email_proven_at = NULL WHERE id = $1', [admin.id]);
    const { id } = await ask(member);
    expect(await tokenOf(admin)).toBe('no link');
    expect(mailsTo(admin)[0]?.text).toContain(`https://eventide.example.com/waivers/${id}`);
  });

  test('stops within the hour, and asking goes on', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    for (let n = 0; n < 62; n += 1) await ask(member, { cycle: String(n) });
    await tokenOf(admin);
    expect(mailsTo(admin)).toHaveLength(60);
  });
});

describe('a link', () => {
  test('shows what is asked for and decides nothing, then decides once', async () => {
    const [member, admin, other] = [
      await person('member'),
      await person('admin'),
      await person('admin'),
    ];
    const { id } = await ask(member);
    const [token, others] = [await tokenOf(admin), await tokenOf(other)];
    const preview = await anybody().previewLink({ token });
    expect(preview).toMatchObject({ organizationName: 'Acme', waiver: { id, state: 'asked' } });
    expect(await anybody().decideByLink({ ...grant(token), note: 'Fine' })).toMatchObject({
      ...{ id, state: 'granted' },
      decided_by: { id: admin.id },
    });
    for (const used of [token, others]) {
      await expect(anybody().previewLink({ token: used })).rejects.toMatchObject(gone);
      await expect(anybody().decideByLink(grant(used))).rejects.toMatchObject(gone);
    }
    const { history } = await (await admin.dashboard()).waiver.get({ id });
    expect(history.at(-1)).toMatchObject({
      kind: 'granted',
      note: 'Fine',
      actor: { id: admin.id },
    });
    const trail = await deps.db.query(
      `SELECT actor_id, action FROM audit_event WHERE organization_id = $1 AND subject_id = $2
        ORDER BY at, id`,
      [organizationId, id],
    );
    expect(trail.at(-1)).toEqual({ actor_id: admin.id, action: 'waiver.grant' });
  });

  test('of several at once one decides', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    await ask(member);
    const token = await tokenOf(admin);
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() => anybody().decideByLink(grant(token))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('holds three days', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    await ask(member);
    const token = await tokenOf(admin);
    deps.clock.set(new Date(Date.parse(NOW) + 3 * DAY_MS - 1).toISOString());
    await anybody().previewLink({ token });
    deps.clock.set(new Date(Date.parse(NOW) + 3 * DAY_MS).toISOString());
    await expect(anybody().previewLink({ token })).rejects.toMatchObject(gone);
    await expect(anybody().decideByLink(grant(token))).rejects.toMatchObject(gone);
  });

  test('is of no use to another person who is signed in, nor to a key', async () => {
    const [member, admin, other] = [
      await person('member'),
      await person('admin'),
      await person('admin'),
    ];
    await ask(member);
    const token = await tokenOf(admin);
    for (const { waiver } of [await other.dashboard(), callAs(deps, organizationId, 'admin')]) {
      await expect(waiver.previewLink({ token })).rejects.toMatchObject(refused);
      await expect(waiver.decideByLink(grant(token))).rejects.toMatchObject(refused);
    }
    expect(await (await admin.dashboard()).waiver.decideByLink(grant(token))).toMatchObject({
      state: 'granted',
    });
  });

  test('is of no use once its person decides no more, or is no member', async () => {
    const [member, demoted, gonePerson] = [
      await person('member'),
      await person('admin'),
      await person('admin'),
    ];
    await ask(member);
    const [of, from] = [await tokenOf(demoted), await tokenOf(gonePerson)];
    await deps.db.query(`UPDATE membership SET role = 'member' WHERE user_id = $1`, [demoted.id]);
    await deps.db.query('DELETE FROM membership WHERE user_id = $1', [gonePerson.id]);
    await expect(anybody().previewLink({ token: of })).rejects.toMatchObject(refused);
    await expect(anybody().decideByLink(grant(of))).rejects.toMatchObject(refused);
    await expect(anybody().decideByLink(grant(from))).rejects.toMatchObject(gone);
  });

  test('decides in its own organization alone, whatever else its person is in', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    const { id } = await ask(member);
    const token = await tokenOf(admin);
    const elsewhere = await makeOrganization(deps, 'Elsewhere');
    await deps.db.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'admin', now())`,
      [elsewhere, admin.id],
    );
    await deps.db.query('UPDATE user_session SET active_organization_id = $1 WHERE user_id = $2', [
      elsewhere,
      admin.id,
    ]);
    const { waiver } = await admin.dashboard();
    await expect(waiver.get({ id })).rejects.toMatchObject(gone);
    expect(await waiver.previewLink({ token })).toMatchObject({ organizationName: 'Acme' });
    expect(await waiver.decideByLink(grant(token))).toMatchObject({ id, state: 'granted' });
    expect(await waiver.list({})).toMatchObject({ total: 0 });
  });

  test('holds no more once what is asked for has changed, and another one is mailed', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    const { id } = await ask(member);
    const first = await tokenOf(admin);
    await (await member.dashboard()).waiver.change({ id, body: { reason: 'Another' } });
    const second = await tokenOf(admin);
    expect(second).not.toBe(first);
    await expect(anybody().decideByLink(grant(first))).rejects.toMatchObject(gone);
    await expect(anybody().decideByLink(grant(second, 1))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await anybody().decideByLink(grant(second, 2))).toMatchObject({ state: 'granted' });
  });

  test('is void once it is decided in the dashboard', async () => {
    const [member, admin, other] = [
      await person('member'),
      await person('admin'),
      await person('admin'),
    ];
    const { id } = await ask(member);
    const token = await tokenOf(admin);
    await decide(other, id, 'declined');
    await expect(anybody().decideByLink(grant(token))).rejects.toMatchObject(gone);
  });

  test('is kept as a digest alone, and nobody else is shown it', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    const { id } = await ask(member);
    const token = await tokenOf(admin);
    const rows = await deps.db.query('SELECT l::text AS text FROM waiver_link l');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await (await admin.dashboard()).waiver.get({ id }))).not.toContain(token);
    expect(deps.logged()).not.toContain(token);
  });
});

describe('a link to an admin', () => {
  const NEW_PASSWORD = 'seven purple lamps at noon';
  let password: string;
  beforeAll(async () => {
    password = await hashPassword(GOOD_PASSWORD);
  });

  /** An admin with a password, who is an admin elsewhere as well, and what both organizations ask for. */
  async function asked() {
    const [member, admin, other] = [
      await person('member'),
      await person('admin'),
      await person('admin'),
    ];
    await deps.db.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [
      admin.id,
      password,
    ]);
    const { id } = await ask(member);
    const tokens = [await tokenOf(admin)];
    const others = await tokenOf(other);
    organizationId = await makeOrganization(deps, 'Elsewhere');
    await deps.db.query(
      `INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'admin', now())`,
      [organizationId, admin.id],
    );
    await ask(await person('member'));
    tokens.push(await tokenOf(admin));
    for (const token of [...tokens, others]) await anybody().previewLink({ token });
    return { member, admin, id, tokens, others };
  }

  async function expectGone(tokens: readonly string[], others: string) {
    for (const token of tokens) {
      await expect(anybody().previewLink({ token })).rejects.toMatchObject(gone);
      await expect(anybody().decideByLink(grant(token))).rejects.toMatchObject(gone);
    }
    await anybody().previewLink({ token: others });
  }

  test('is void once they have another password, in each of their organizations', async () => {
    const { admin, tokens, others } = await asked();
    const { account } = await admin.dashboard();
    await account.changePassword({ currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD });
    await expectGone(tokens, others);
    await ask(await person('member'), { cycle: '12' });
    await anybody().previewLink({ token: await tokenOf(admin) });
  });

  test('is void once they have chosen a new password with a link', async () => {
    const { admin, tokens, others } = await asked();
    await callAnonymously(deps).account.requestReset({ email: admin.email });
    await backgroundDone(deps);
    const token = linkTokenTo(deps, admin.email);
    await callAnonymously(deps).account.resetPassword({ token, password: NEW_PASSWORD });
    await expectGone(tokens, others);
  });

  test('is void once they have another address, also where the mail goes there again', async () => {
    const { member, admin, id, tokens, others } = await asked();
    const email = `new-${admin.email}`;
    const { account } = await admin.dashboard();
    await account.requestEmailChange({ email, currentPassword: GOOD_PASSWORD });
    await backgroundDone(deps);
    for (const token of tokens) await anybody().previewLink({ token });
    await account.confirmEmail({ token: linkTokenTo(deps, email) });
    await expectGone(tokens, others);
    const [own] = await deps.db.query<{ id: OrganizationId }>(
      'SELECT organization_id AS id FROM membership WHERE user_id = $1',
      [member.id],
    );
    if (!own) throw new Error('There is no member');
    await putMails(own.id, deps.db, [id], deps.clock.now());
    await sendMails(deps);
    const token = await tokenOf({ ...admin, email });
    await anybody().previewLink({ token });
    await expectGone(tokens, others);
  });

  test('goes to the address that they have by the time when it is sent', async () => {
    const [member, first, second] = [
      await person('member'),
      await person('admin'),
      await person('admin'),
    ];
    const mail = deps.mailer;
    if (!mail) throw new Error('No mail is sent');
    const email = `new-${second.email}`;
    const mailer: typeof mail = {
      send: async (message, signal) => {
        if (message.to === first.email)
          await deps.db.query('UPDATE app_user SET email = $2 WHERE id = $1', [second.id, email]);
        await mail.send(message, signal);
      },
    };
    const { id } = await ask(member);
    await backgroundDone(deps);
    const before = mailsTo(second).length;
    await putMails(organizationId, deps.db, [id], deps.clock.now());
    await sendMails({ ...deps, mailer });
    expect(mailsTo(second)).toHaveLength(before);
    await anybody().previewLink({ token: await tokenOf({ ...second, email }) });
  });
});
