import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { removeMember } from '@/server/member/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { createTeam } from '@/server/team/service/teams';
import { storedText } from '@/test/stored';
import { createFeedToken, listFeedTokens, revokeFeedToken } from './service';

let deps: TestDeps;
let organization: OrganizationId;
const WHOLE = {
  label: 'Team calendar',
  scope: 'organization',
  subject: null,
  expiresAt: null,
} as const;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, [importedProduct({ name: 'Node.js', slug: 'nodejs' })]);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  organization = await makeOrganization(deps);
});

const trail = () =>
  deps.db.query(
    `SELECT action, subject_id, before, after FROM audit_event
      WHERE organization_id = $1 AND action LIKE 'feed_token.%' ORDER BY at, id`,
    [organization],
  );

describe('making a token', () => {
  it('shows it once, and stores nothing of it but its digest', async () => {
    const member = await makeActor(deps, organization, 'member');
    const { token, public_url, addresses, ...record } = await createFeedToken(deps, member, WHOLE);
    expect(token).toMatch(/^evf_[A-Za-z0-9]{8}_[\w-]{43}$/);
    expect(record).toEqual({
      ...{ id: record.id, label: 'Team calendar', scope: 'organization' },
      ...{ subject: null, subject_name: null, prefix: token.slice(0, 12) },
      ...{ created_by: 'Ada Lovelace', created_by_user_id: member.id },
      ...{ created_at: deps.clock.now().toISOString(), expires_at: null },
      ...{ last_used_at: null, creator_left: false },
    });
    expect(public_url).toBe(deps.env.publicUrl);
    expect(addresses.calendar).toBe(`${public_url}/feeds/${token}/calendar.ics`);
    expect(await listFeedTokens(deps, member)).toEqual([{ ...record, may_revoke: true }]);
    expect(await storedText(deps.db)).not.toContain(token.slice(13));
    expect(await trail()).toEqual([
      { action: 'feed_token.create', subject_id: record.id, before: null, after: record },
    ]);
  });

  it('ends within the calendar, as no list could be written otherwise', async () => {
    const { create, list } = callAs(deps, organization, 'member').feedToken;
    const body = { scope: 'organization', label: 'Calendar' } as const;
    const late = { ...body, expires_at: '9999-12-31T23:59:59-12:00' };
    await expect(create({ body: late })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const { expires_at } = await create({
      body: { ...body, expires_at: '9999-12-31T12:00:00+12:00' },
    });
    expect(expires_at).toBe('9999-12-31T00:00:00.000Z');
    expect(await list()).toMatchObject([{ expires_at }]);
  });

  it('names what it reads', async () => {
    await scanImage(deps, organization, { project: 'acme/shop', image: 'shop-api:1.0' });
    const caller = callAs(deps, organization, 'member');
    const [project] = await caller.scanner.projects();
    const [image] = (await caller.image.list({})).items;
    const of = { label: 'x' };
    await caller.feedToken.create({
      body: { ...of, scope: 'project', subject: project?.id ?? '' },
    });
    await caller.feedToken.create({ body: { ...of, scope: 'image', subject: image?.id ?? '' } });
    await caller.feedToken.create({ body: { ...of, scope: 'product', subject: 'nodejs' } });
    const names = (await caller.feedToken.list()).map(({ scope, subject_name: name }) => [
      scope,
      name,
    ]);
    expect(Object.fromEntries(names)).toEqual({
      ...{ project: 'acme/shop', image: 'shop-api:1.0', product: 'Node.js' },
    });
  });

  it('is also for a team, and for what the maker’s own teams own', async () => {
    const owner = await makeActor(deps, organization, 'member');
    const admin = await makeActor(deps, organization, 'admin');
    const fields = { name: 'Payments', email: null, link: null, handles: [] };
    const team = await createTeam(deps, admin, fields);
    const of = { label: 'x', expiresAt: null };
    const ofTeam = await createFeedToken(deps, owner, { ...of, scope: 'team', subject: team.id });
    const mine = await createFeedToken(deps, owner, { ...of, scope: 'mine', subject: null });
    expect([ofTeam.subject_name, mine.subject, mine.subject_name]).toEqual([
      ...['Payments', owner.id, owner.name],
    ]);
    const key = callAs(deps, organization, 'member').feedToken;
    await expect(key.create({ body: { label: 'x', scope: 'mine' } })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    const other = await makeActor(deps, await makeOrganization(deps), 'member');
    await expect(
      createFeedToken(deps, other, { ...of, scope: 'team', subject: team.id }),
    ).rejects.toThrow(/Team/);
  });

  it('is for members, of what the organization has', async () => {
    const unknown = '01890000-0000-7000-8000-0000000000ff';
    const member = callAs(deps, organization, 'member').feedToken;
    await expect(
      callAs(deps, organization, 'viewer').feedToken.create({
        body: { label: 'x', scope: 'organization' },
      }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const scope of ['project', 'image'] as const) {
      await expect(
        member.create({ body: { label: 'x', scope, subject: unknown } }),
      ).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await expect(
      member.create({ body: { label: 'x', scope: 'product', subject: 'no-such-product' } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      member.create({ body: { label: ' ', scope: 'organization' } }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await member.list()).toEqual([]);
  });
});

describe('a token that expires', () => {
  it('says when, and does so in the future', async () => {
    const caller = callAs(deps, organization, 'member').feedToken;
    const given = {
      label: 'x',
      scope: 'organization',
      expires_at: '2027-01-01T00:00:00Z',
    } as const;
    expect(await caller.create({ body: given })).toMatchObject({
      expires_at: '2027-01-01T00:00:00.000Z',
    });
    await expect(
      caller.create({ body: { ...given, expires_at: deps.clock.now().toISOString() } }),
    ).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(await caller.list()).toHaveLength(1);
  });
});

test('an organization has at most a thousand tokens', async () => {
  await deps.db.query(
    `INSERT INTO feed_token (organization_id, id, label, scope, public_id, token_sha256, created_by, created_at)
     SELECT $1, gen_random_uuid(), 'x', 'organization', lpad(n::text, 8, '0'), '\\x00', 'x', now()
       FROM generate_series(1, 999) n`,
    [organization],
  );
  const member = await makeActor(deps, organization, 'member');
  const [first, second] = await Promise.allSettled([
    createFeedToken(deps, member, WHOLE),
    createFeedToken(deps, member, WHOLE),
  ]);
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(createFeedToken(deps, member, WHOLE)).rejects.toMatchObject({ code: 'conflict' });
});

describe('revoking a token', () => {
  it('is for whoever made it and for admins, once', async () => {
    const maker = await makeActor(deps, organization, 'member');
    const other = await makeActor(deps, organization, 'member');
    const admin = await makeActor(deps, organization, 'admin');
    const [first, second] = [
      await createFeedToken(deps, maker, WHOLE),
      await createFeedToken(deps, maker, WHOLE),
    ];
    await expect(revokeFeedToken(deps, other, first.id)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await revokeFeedToken(deps, { ...maker, role: 'viewer' }, first.id);
    await revokeFeedToken(deps, admin, second.id);
    await expect(revokeFeedToken(deps, admin, second.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await listFeedTokens(deps, admin)).toEqual([]);
    const { token, public_url, addresses, ...before } = second;
    expect([token, public_url, addresses]).not.toContain(undefined);
    expect(await trail()).toContainEqual({
      ...{ action: 'feed_token.revoke', subject_id: second.id, before, after: null },
    });
  });

  it('reaches no other organization', async () => {
    const { id } = await createFeedToken(deps, await makeActor(deps, organization), WHOLE);
    const stranger = await makeActor(deps, await makeOrganization(deps));
    await expect(revokeFeedToken(deps, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listFeedTokens(deps, stranger)).toEqual([]);
    const other = await makeActor(deps, organization, 'member');
    expect(await listFeedTokens(deps, other)).toMatchObject([{ id, may_revoke: false }]);
  });
});

describe('the tokens of a member who is removed', () => {
  it('stay and are marked, unless they are revoked with the keys', async () => {
    const admin = await makeActor(deps, organization);
    const [staying, going] = [
      await makeActor(deps, organization, 'member'),
      await makeActor(deps, organization, 'member'),
    ];
    await createFeedToken(deps, staying, { ...WHOLE, label: 'stays' });
    await createFeedToken(deps, going, { ...WHOLE, label: 'goes' });
    await removeMember(deps, admin, staying.id);
    await removeMember(deps, admin, going.id, { revokeKeys: true });
    expect(await listFeedTokens(deps, admin)).toMatchObject([
      { label: 'stays', creator_left: true },
    ]);
    expect(await trail()).toMatchObject([{}, {}, { action: 'feed_token.revoke' }]);
  });
});
