import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadEnv } from '@/env';
import { createApiKey } from '@/server/api-key/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { reserveInvitationMail } from './service/mail';
import { invite } from './service/invite';
import { MailError, type Mailer } from '@/server/platform/mail/mailer';
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer';
import { insertMembership } from '@/server/organization/repository';
import { createRestHandler } from '@/server/listener/rest-handler';
import { publicRouter } from '@/server/app-router';
import { makeActor, makeApiKey, makeOrganization } from '@/test/accounts';
import { callAnonymously } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits, limitsFollow } from '@/test/limits';
import { startMailServer } from '@/test/mail-server';
import { signedIn } from '@/test/people';
import { RecordingLogger } from '@/test/recordings';
import { storedText } from '@/test/stored';
import { RestClient } from '@/test/rest-client';
import { createInvitationOutput } from './create-invitation';

const MINUTE_MS = 60_000;
const environment = { PUBLIC_URL: 'https://eventide.example.com' };

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

interface World {
  readonly deps: TestDeps;
  readonly rest: RestClient;
}

/** Services of their own on the one database. */
function worldWith(mailer?: Mailer | null): World {
  const deps = testDeps(db, environment, mailer === undefined ? {} : { mailer });
  return { deps, rest: new RestClient(deps) };
}

async function inviteIn({ deps, rest }: World, organizationId: OrganizationId, email: string) {
  const admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
  return admin.rest('POST', `/idp/${organizationId}/invitations`, { email, role: 'viewer' });
}

async function invited(world: World, organizationId: OrganizationId, email: string) {
  const answer = await inviteIn(world, organizationId, email);
  expect(answer.status).toBe(201);
  return createInvitationOutput.parse(answer.body);
}

const linkIn = (text = '') => /http\S+\/invitations\/[\w-]{43}/.exec(text)?.[0] ?? 'no link';

const throwing = (error: unknown): Mailer => ({ send: () => Promise.reject(error) });

const small = { ...loadEnv({ NODE_ENV: 'test' }).limits, invitations: 3 };

let organizationId: OrganizationId;
let world: World;
beforeEach(async () => {
  await forgetLimits(db);
  world = worldWith();
  organizationId = await makeOrganization(world.deps);
});

describe('the mail', () => {
  test('has the link, says who invites to what as what, and until when', async () => {
    const { mail, accept_url: shown } = await invited(world, organizationId, 'Grace@example.com');
    expect(mail).toBe('sent');
    expect(world.deps.mails()).toHaveLength(1);
    const [sent] = world.deps.mails();
    expect(sent).toMatchObject({
      to: 'grace@example.com',
      subject: 'Ada Lovelace invites you to Acme on Eventide',
    });
    const link = linkIn(sent?.text);
    expect(link).toMatch(/^https?:\/\/[^/]+\/invitations\/[\w-]{43}$/);
    for (const body of [sent?.text, sent?.html]) {
      expect(body).toContain(link);
      // The user of the mailed one has read the mail: nobody else is shown it.
      expect(body).not.toContain(shown?.slice(-43));
      expect(body).toContain('Ada Lovelace invites you to the organization Acme');
      expect(body).toContain('a viewer, who reads everything');
      expect(body).toContain('grace@example.com alone');
      expect(body).toMatch(/28 November 2026 at 12:00\s+UTC/);
    }
    for (const url of [link, shown]) {
      expect(world.deps.logged()).not.toContain(url?.slice(-43));
      expect(await storedText(db)).not.toContain(url?.slice(-43));
    }
  });

  test('goes out again, with another link, when an invitation is renewed', async () => {
    await invited(world, organizationId, 'grace@example.com');
    await invited(world, organizationId, 'grace@example.com');
    const [before, renewed] = world.deps.mails().map(({ text }) => linkIn(text).slice(-43));
    const { preview } = callAnonymously(world.deps).invitation;
    await expect(preview({ token: before ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await preview({ token: renewed ?? '' })).toMatchObject({ status: 'pending' });
  });

  test('is sent when the invitation holds already, which a newcomer can accept', async () => {
    const seen: unknown[] = [];
    const anyone = () => callAnonymously(world.deps);
    world = worldWith({
      send: async ({ text }) => {
        const [token = ''] = /[\w-]{43}$/m.exec(text) ?? [];
        seen.push(await anyone().invitation.preview({ token }));
        await anyone().invitation.acceptAsNewPerson({
          token,
          name: 'Grace Hopper',
          password: 'correct horse battery staple',
        });
      },
    });
    expect(await invited(world, organizationId, 'quick@example.com')).toMatchObject({
      mail: 'sent',
    });
    expect(seen).toMatchObject([{ email: 'quick@example.com', status: 'pending' }]);
  });

  test('does not go to members, nor for those who may not invite', async () => {
    const member = await signedIn(world.deps, world.rest, { organizationId, role: 'member' });
    expect(await inviteIn(world, organizationId, member.email)).toMatchObject({ status: 409 });
    const body = { email: 'grace@example.com', role: 'viewer' };
    const path = `/idp/${organizationId}/invitations`;
    expect(await member.rest('POST', path, body)).toMatchObject({ status: 403 });
    const stranger = await world.rest.as(await makeOrganization(world.deps), 'admin');
    expect(await stranger('POST', path, body)).toMatchObject({ status: 404 });
    expect(world.deps.mails()).toEqual([]);
  });

  test('escapes the names that people choose', async () => {
    const { deps, rest } = world;
    const elsewhere = await makeOrganization(deps, '<b>Acme</b>\r\nBcc: eve@example.com');
    await inviteIn({ deps, rest }, elsewhere, 'grace@example.com');
    const [sent] = deps.mails();
    const html = sent?.html.replaceAll('\u200b', '');
    expect(html).toContain('&lt;b&gt;Acme&lt;/b&gt; Bcc: eve@example.com');
    expect(html).not.toContain('<b>');
  });

  test('carries no address of a page but its own link, whatever people call themselves', async () => {
    const { deps, rest } = world;
    const name = 'URGENT: your account ends, visit http://phish.example/login or phish.example/now';
    const elsewhere = await makeOrganization(deps, name);
    await inviteIn({ deps, rest }, elsewhere, 'grace@example.com');
    const [sent] = deps.mails();
    expect(sent?.subject).toContain('URGENT: your account ends');
    for (const part of [sent?.subject, sent?.text, sent?.html]) {
      expect(part).not.toContain('phish.example');
      expect(part).not.toMatch(/http:/);
    }
    const pages = [sent?.text, sent?.html].flatMap(
      (part) => part?.match(/https?:\/\/[^/"]+/g) ?? [],
    );
    expect(new Set(pages)).toEqual(new Set([environment.PUBLIC_URL]));
  });

  test('reaches a mail server', async () => {
    const server = await startMailServer({ auth: { user: 'eventide', password: 'a password' } });
    const mail = { smtpUrl: server.url, from: 'Eventide <eol@example.com>' };
    world = worldWith(createSmtpMailer(mail, new RecordingLogger()));
    await invited(world, organizationId, 'grace@example.com');
    const received = await server.waitFor('grace@example.com');
    const link = linkIn(received.mail.text);
    expect(link).not.toBe('no link');
    expect(received.mail.html).toContain(`href="${link}"`);
    server.refused.add('nobody@example.com');
    expect(await invited(world, organizationId, 'nobody@example.com')).toMatchObject({
      mail: 'refused',
    });
    await server.close();
    expect(await invited(world, organizationId, 'late@example.com')).toMatchObject({
      mail: 'failed',
    });
  });
});

describe('an invitation whose mail is not sent holds, and says so', () => {
  test.each([
    ['not_configured', null],
    ['failed', throwing(new MailError('ETIMEDOUT', 'The mail server took too long'))],
    ['refused', throwing(new MailError('EENVELOPE', 'No such mailbox', true))],
    ['failed', throwing(new Error('something else'))],
  ])('%s', async (mail, mailer) => {
    world = worldWith(mailer);
    const made = await invited(world, organizationId, 'grace@example.com');
    expect(made).toMatchObject({ mail, status: 'pending' });
    const token = made.accept_url?.slice(-43) ?? '';
    expect(await callAnonymously(world.deps).invitation.preview({ token })).toMatchObject({
      status: 'pending',
    });
  });
});

describe('too many mails', () => {
  beforeEach(() => {
    limitsFollow(world.deps.clock);
  });

  async function keyFor(organization: OrganizationId) {
    const { key } = await makeApiKey(world.deps, organization, 'admin');
    const handle = createRestHandler(publicRouter, world.deps);
    return async (email: string) => {
      const path = `/idp/${organization}/invitations`;
      const request = new Request(`http://127.0.0.1/api${path}`, {
        method: 'POST',
        headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email, role: 'viewer' }),
      });
      const answer = await handle(request, { path, remoteAddress: '192.0.2.1' });
      const retryAfter = answer.headers.get('retry-after');
      return { status: answer.status, retryAfter, body: await answer.json() };
    };
  }

  test('to one address are a 429 with Retry-After, whichever organization sends them', async () => {
    const call = await keyFor(organizationId);
    for (let sent = 0; sent < 5; sent += 1) expect((await call('a@example.com')).status).toBe(201);
    const other = await keyFor(await makeOrganization(world.deps));
    for (const one of [call, other])
      expect(await one('a@example.com')).toEqual({
        status: 429,
        retryAfter: '3600',
        body: { detail: 'This address was sent too many invitations within the hour' },
      });
    expect(world.deps.mails()).toHaveLength(5);
    expect((await call('b@example.com')).status).toBe(201);
    world.deps.clock.advance(60 * MINUTE_MS);
    expect((await call('a@example.com')).status).toBe(201);
  });

  test('of one organization are a 429; fifty at once are not', async () => {
    const call = await keyFor(organizationId);
    const fifty = await Promise.all(
      Array.from({ length: 50 }, (_, index) => call(`p${String(index)}@example.com`)),
    );
    expect(new Set(fifty.map(({ status }) => status))).toEqual(new Set([201]));
    for (let index = 50; index < 200; index += 1) await call(`p${String(index)}@example.com`);
    expect(await call('one-more@example.com')).toMatchObject({
      status: 429,
      body: { detail: 'This organization has sent too many invitations within the hour' },
    });
    const other = await keyFor(await makeOrganization(world.deps));
    expect((await other('one-more@example.com')).status).toBe(201);
  });

  test('of one person are a 429, whichever of their organizations and keys sends them', async () => {
    const { deps } = world;
    const actor = await makeActor(deps, organizationId);
    const at = (n: number) => ({ email: `q${String(n)}@example.com`, role: 'viewer' }) as const;
    for (let n = 0; n < 199; n += 1) await reserveInvitationMail(deps, actor, at(n).email);
    const elsewhere = { ...actor, organizationId: await makeOrganization(deps) };
    await insertMembership(elsewhere.organizationId, deps.db, {
      userId: actor.id,
      role: 'admin',
      joinedAt: deps.clock.now(),
    });
    const { id } = await createApiKey(deps, elsewhere, {
      name: 'CI',
      role: 'admin',
      expiresAt: null,
    });
    await invite(deps, elsewhere, at(199));
    const key = { ...elsewhere, kind: 'api_key', id } as const;
    await expect(invite(deps, key, at(200))).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'You have sent too many invitations within the hour',
    });
  });

  test('of the installation are a 429, and restarting it changes nothing', async () => {
    for (let round = 0; round < 2; round += 1) {
      world = worldWith();
      world = { ...world, deps: { ...world.deps, env: { ...world.deps.env, limits: small } } };
      const actor = await makeActor(world.deps, await makeOrganization(world.deps));
      const outcomes = await Promise.allSettled(
        [0, 1].map((n) =>
          invite(world.deps, actor, {
            email: `r${String(round)}${String(n)}@example.com`,
            role: 'viewer',
          }),
        ),
      );
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(round);
    }
  });

  test('are not counted where none is sent', async () => {
    const member = await signedIn(world.deps, world.rest, { organizationId, role: 'viewer' });
    const call = await keyFor(organizationId);
    for (let asked = 0; asked < 7; asked += 1) expect((await call(member.email)).status).toBe(409);
    world = worldWith(null);
    const unmailed = await keyFor(organizationId);
    for (let asked = 0; asked < 7; asked += 1)
      expect((await unmailed('a@example.com')).status).toBe(201);
  });
});
