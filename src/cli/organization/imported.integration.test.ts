import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '@/domain/eol/calendar';
import { fullMessage } from '@/domain/message/testing/messages';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import {
  createChannel,
  endPreviousKeys,
  patchChannel,
  resumeChannel,
  rotateKeys,
} from '@/server/channel/service/channels';
import { changeMailSetting, changeTeamMail, getMailSetting } from '@/server/inbox/service/settings';
import { sendMessage } from '@/server/message/service';
import { followRetirements } from '@/server/retirement/service/round';
import { createUser } from '@/server/user/service/people';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { scanImage } from '@/test/factories';
import { temporaryFolder } from '@/test/files';
import { type Installation, newInstallation } from '@/test/installation';
import { exportTo, type ImportAs, importFrom } from './commands';

let source: Installation;
let target: Installation;
let organizationId: OrganizationId;
let ada: { readonly id: string; readonly email: string };
let folder: string;
const said: string[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  [source, target] = [await newInstallation(), await newInstallation()];
  organizationId = await makeOrganization(source.deps);
  ada = await makePerson(source.deps, { organizationId, role: 'admin' });
});
afterEach(async () => {
  said.length = 0;
  await source.close();
  await target.close();
});

const commandsOf = ({ deps }: Installation) => ({
  deps,
  dataDir: folder,
  say: (line: string) => void said.push(line),
});

/** Brings the organization from the one to the other. */
async function move(as: ImportAs = {}): Promise<void> {
  const file = join(folder, 'acme.tar.gz');
  await exportTo(commandsOf(source), organizationId, file);
  said.length = 0;
  await importFrom(commandsOf(target), file, as);
}

/** Adds somebody whose address nobody has shown to be theirs, as the first account of an installation is. */
async function addUnproven(email: string) {
  const { deps } = target;
  const account = { name: 'Ada', email, passwordHash: null, provenBy: null };
  return createUser(deps.db, account, deps.clock.now());
}

const rolesAt = ({ deps }: Installation) =>
  deps.db.query<{ email: string; role: string }>(
    'SELECT u.email, m.role FROM membership m JOIN app_user u ON u.id = m.user_id ORDER BY u.email',
  );

describe('who comes in', () => {
  test('an organization is refused whose only admin would be left out, and nothing is written', async () => {
    await addUnproven(ada.email);
    await expect(move()).rejects.toThrow(
      `No admin of the organization would come in. These have accounts here, of which nobody has shown that the address is theirs: ${ada.email}. Name who is to be its admin with --admin EMAIL, once you know that the account is theirs. Nothing was changed.`,
    );
    expect(await target.deps.db.query('SELECT FROM organization')).toEqual([]);
    expect(await target.deps.db.query('SELECT FROM audit_event')).toEqual([]);
  });

  test('whoever has the machine answers for an admin, who is in both trails', async () => {
    const here = await addUnproven(ada.email);
    await move({ admins: [` ${ada.email.toUpperCase()}`, ada.email] });
    expect(await rolesAt(target)).toEqual([{ email: ada.email, role: 'admin' }]);
    expect(said.join('\n')).toContain(
      `Members, with the accounts that they have here: ${ada.email}`,
    );
    expect(await target.deps.db.query('SELECT user_id AS id FROM membership')).toEqual([
      { id: here.id },
    ]);
    for (const [trail, detail] of [
      ['audit_event', 'after'],
      ['installation_audit_event', 'detail'],
    ])
      expect(
        await target.deps.db.query(
          `SELECT ${detail ?? ''} -> 'admins' AS admins FROM ${trail ?? ''} WHERE action = 'organization.import'`,
        ),
        trail,
      ).toEqual([{ admins: [ada.email] }]);
  });

  test('where it comes first, nobody is an operator: the command says how somebody becomes one', async () => {
    const hint = expect.stringContaining('npm run account -- add-operator EMAIL');
    await move();
    expect(said).toContainEqual(hint);
    await target.deps.db.query(
      'INSERT INTO operator (user_id, created_at) SELECT id, now() FROM app_user',
    );
    said.length = 0;
    await importFrom(commandsOf(target), join(folder, 'acme.tar.gz'), {
      ...{ name: 'Acme again', admins: [ada.email] },
    });
    expect(said).not.toContainEqual(hint);
  });

  test('an admin may be named who was a member with less, or none at all, or has no account', async () => {
    const bob = await makePerson(source.deps, { organizationId, role: 'viewer' });
    const eve = await addUnproven('eve@example.com');
    await move({ admins: [bob.email, eve.email, 'new@example.com'] });
    const emails = [ada.email, bob.email, eve.email, 'new@example.com'];
    expect(await rolesAt(target)).toEqual(
      emails.toSorted().map((email) => ({ email, role: 'admin' })),
    );
    expect(said.find((line) => line.includes('once they have a password'))).toContain(
      'new@example.com',
    );
  });

  test('an organization that had keys alone is refused without an admin, and comes in with one', async () => {
    await source.deps.db.query('DELETE FROM membership');
    await expect(move()).rejects.toThrow('would come in, as it had none. Name who is to be');
    await importFrom(commandsOf(target), join(folder, 'acme.tar.gz'), { admins: [ada.email] });
    expect(await rolesAt(target)).toEqual([{ email: ada.email, role: 'admin' }]);
  });
});

test.each([
  ['no name', { name: ' ' }, '--name: Enter a name. Nothing was changed.'],
  ['a long name', { name: 'x'.repeat(256) }, '--name: Use at most 255 characters. Nothing was'],
  ['no address', { admins: ['ada'] }, '--admin ada: Enter an e-mail address'],
])('%s is refused as anywhere else', async (_what, as, why) => {
  await expect(move(as)).rejects.toThrow(why);
});

test('no rule retires what was scanned long ago before uploads can have come here', async () => {
  const now = source.deps.clock.now();
  source.deps.clock.advance(-200 * DAY_MS);
  await scanImage(source.deps, organizationId, { image: 'shop:1' });
  source.deps.clock.set(now.toISOString());
  await move();
  expect(said.join('\n')).toContain('No rule retires images for 30 days');
  const counted = async () => {
    await followRetirements(target.deps, new AbortController().signal);
    const { items } = await callAs(target.deps, organizationId, 'admin').image.list({});
    return items.map(({ name }) => name);
  };
  expect(await counted()).toEqual(['shop']);
  target.deps.clock.advance(29 * DAY_MS);
  expect(await counted()).toEqual(['shop']);
  target.deps.clock.advance(DAY_MS);
  expect(await counted()).toEqual([]);
});

test('nobody is mailed by both installations, until they choose so here', async () => {
  const proven = {
    name: 'Ada',
    email: ada.email,
    passwordHash: null,
    provenBy: 'confirmation',
  } as const;
  const here = await createUser(target.deps.db, proven, target.deps.clock.now());
  const chosen = { tempo: 'daily', hour: 6, time_zone: 'Europe/Berlin', quiet: null } as const;
  const kept = { 'date.changed': 'off', 'waiver.asked': 'at_once' } as const;
  const choices = { ...kept, 'support.ends': 'at_once' } as const;
  const asAda = { organizationId, userId: ada.id };
  await changeMailSetting(source.deps, asAda, { ...chosen, choices });
  const calls = callAs(source.deps, organizationId, 'admin');
  const team = await calls.team.create({ body: { name: 'Shop', email: 'shop@example.com' } });
  const ofTeam = { tempo: 'at_once', hour: 8, time_zone: null } as const;
  await changeTeamMail(source.deps, await makeActor(source.deps, organizationId), team.id, ofTeam);
  await makePerson(source.deps, { organizationId, role: 'admin' });
  await move();
  expect(said.join('\n')).toContain('Nobody is mailed of what ends or changes');

  const waiting = async (): Promise<number> => {
    const content = fullMessage({ kind: 'support.ends' });
    const items = content.items.map((item) => ({ ...item, teamId: team.id }));
    await target.deps.db.transaction((tx) =>
      sendMessage(tx, organizationId, { ...content, items }, 'listeners', target.deps.clock.now()),
    );
    const rows = await target.deps.db.query(
      'SELECT organization_id FROM letter UNION ALL SELECT organization_id FROM digest_entry',
    );
    return rows.length;
  };
  expect(await waiting()).toBe(0);
  const owner = { organizationId, userId: here.id };
  const { chosen: found } = await getMailSetting(target.deps, owner);
  // What waits for somebody's decision here waits for it in no other installation.
  expect(found).toEqual({
    ...{ ...chosen, tempo: 'off' },
    choices: { ...kept, 'support.ends': 'digest' },
  });
  await changeMailSetting(target.deps, owner, { ...chosen, choices: {} });
  expect(await waiting()).toBe(1);
});

describe('a channel', () => {
  const admin = () => makeActor(target.deps, organizationId, 'admin');

  test('that signs is resumed once it has keys of its own', async () => {
    const url = 'https://hooks.example.com/eventide';
    const { id, signing } = await createChannel(
      source.deps,
      await makeActor(source.deps, organizationId, 'admin'),
      { kind: 'webhook', name: 'Operations', settings: { url } },
    );
    await move();
    const { deps } = target;
    await expect(resumeChannel(deps, await admin(), id)).rejects.toThrow(
      'This channel has no keys to sign with: rotate them first',
    );
    await expect(endPreviousKeys(deps, await admin(), id)).rejects.toThrow(
      'There are no keys that can be read: rotate them',
    );
    const first = await rotateKeys(deps, await admin(), id, 24);
    expect(first).toMatchObject({ secret: expect.stringMatching(/^whsec_/), state: 'disabled' });
    expect(first.signing?.public_key).not.toBe(signing?.public_key);
    expect(first.signing?.previous).toBeNull();
    const second = await rotateKeys(deps, await admin(), id, 24);
    expect(second.signing?.previous?.public_key).toBe(first.signing?.public_key);
    expect((await resumeChannel(deps, await admin(), id)).state).toBe('active');
  });

  test('with an address that is a secret is resumed once that was entered, and one of mail at once', async () => {
    const actor = await makeActor(source.deps, organizationId, 'admin');
    const credentials = { url: 'https://hooks.slack.com/services/T0/B0/x' };
    const chat = await createChannel(source.deps, actor, {
      ...{ kind: 'slack', name: 'Chat', settings: {} },
      credentials,
    });
    const mail = await createChannel(source.deps, actor, {
      ...{ kind: 'mail', name: 'Everybody', settings: { addresses: ['all@example.com'] } },
    });
    await move();
    const { deps } = target;
    await expect(resumeChannel(deps, await admin(), chat.id)).rejects.toThrow(
      'This channel has no credentials: enter them first',
    );
    await patchChannel(deps, await admin(), chat.id, { credentials });
    for (const { id } of [chat, mail])
      expect((await resumeChannel(deps, await admin(), id)).state).toBe('active');
  });
});
