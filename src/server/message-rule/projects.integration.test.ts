import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MessageRule, messageRule } from '@/domain/message/rule';
import { tellOfEnds } from '@/server/catalog/service/ending';
import { createChannel } from '@/server/channel/service/channels';
import { deleteImage } from '@/server/image/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { rejudgeDenied } from '@/server/scan/service/rejudging';
import { tellOfEnds as tellOfWaivers } from '@/server/waiver/service/notices';
import { makeActor, makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage, type ScannedImage } from '@/test/factories';
import { forgetLimits } from '@/test/limits';
import { ruleFor, sentTo as listSent } from '@/test/messages';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { sendDueDigests } from './service/digests';
import { previewRule } from './service/preview';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, [
    importedProduct({ name: 'Debian' }),
    importedProduct({ name: 'Redis' }),
  ]);
  await deps.catalog.start();
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  await forgetLimits(deps.db);
  deps.clock.set('2026-11-25T12:00:00Z');
  organization = await makeOrganization(deps);
});

const admin = () => makeActor(deps, organization, 'admin');
async function channel(name: string): Promise<string> {
  const { id } = await createChannel(deps, await admin(), {
    ...{ kind: 'mail', name },
    settings: { addresses: ['operations@example.com'] },
  });
  return id;
}
const scope = (...names: string[]) => ({ scope: 'projects', project_names: names }) as const;
const rule = (id: string, more: Partial<MessageRule>) =>
  ruleFor(deps, organization, [id], ['support.ends', 'build.denied', 'coverage.fell'], {
    ...{ time_zone: 'UTC', ...more },
  });
const DEBIAN = { product: 'Debian', cycle: '10', eol: '2024-06-30' };
const REDIS = { product: 'Redis', cycle: '6', eol: '2024-01-31' };
const scan = (project: string, more: ScannedImage = {}) =>
  scanImage(deps, organization, {
    ...{ project, image: `${project}/app:1`, software: [DEBIAN] },
    ...more,
  });
const tell = () => tellOfEnds(deps, organization);

/** Waives Debian 10 in a project, or another place, until a day. */
async function waive(place: string | object, endsOn: string): Promise<string> {
  const rest = new RestClient(deps);
  const person = (role: 'admin' | 'member') =>
    signedIn(deps, rest, { organizationId: organization, role });
  const { id } = await ask(await person('member'), {
    ...(typeof place === 'string' ? { project_name: place } : place),
    ...{ product_name: 'Debian', cycle: '10', ends_on: endsOn },
  });
  await decide(await person('admin'), id, 'granted');
  return id;
}

/** What a channel was sent, in order, as its receivers read it. */
const sentTo = (channelId: string) => listSent(deps, organization, channelId);
const itemsOf = async (channelId: string) =>
  (await sentTo(channelId)).flatMap(({ items }) =>
    items.map(({ what, where, isSolved }) => [
      ...[what, where?.images ?? null, ...(where?.named ?? []), ...(isSolved ? ['solved'] : [])],
    ]),
  );

describe('a rule about projects', () => {
  test('lets through what they hold, and counts their images alone', async () => {
    const [mine, all] = [await channel('Mine'), await channel('All')];
    await rule(mine, scope('PAY/*'));
    await rule(all, {});
    await scan('pay/api');
    await scan('pay/web');
    await scan('shop', { software: [DEBIAN, REDIS] });
    await tell();
    expect(await itemsOf(mine)).toEqual([['Debian 10', 2, 'pay/api/app:1', 'pay/web/app:1']]);
    const [message] = await sentTo(mine);
    expect(message).toMatchObject({ title: 'Support ends: Debian 10', summary: '', total: 1 });
    expect(JSON.stringify(message)).not.toMatch(/shop|Redis/);
    expect((await itemsOf(all)).map(([what, images]) => [what, images])).toEqual([
      ['Redis 6', 1],
      ['Debian 10', 3],
    ]);
  });

  test('says nothing where they hold nothing of it, and goes by names as they are', async () => {
    const [none, literal] = [await channel('None'), await channel('Literal')];
    await rule(none, scope('pay', 'ay/*'));
    await rule(literal, scope('pay/%', 'pay_api'));
    await scan('pay/api');
    await tell();
    expect(await sentTo(none)).toEqual([]);
    expect(await sentTo(literal)).toEqual([]);
  });

  test('finds them by a label of their images as well', async () => {
    const id = await channel('Labelled');
    const label = { name: 'tier', value: 'gold*' };
    await rule(id, { ...scope(), project_label: label });
    const other = { ...DEBIAN, cycle: '11', eol: '2099-06-30' };
    const { project_id: projectId } = await scan('pay/api', {
      ...{ software: [DEBIAN, other], labels: { tier: 'gold-1' } },
    });
    await scan('shop', { labels: { tier: 'silver' } });
    await tell();
    expect(await itemsOf(id)).toEqual([['Debian 10', 1, 'pay/api/app:1']]);
    const [message] = await sentTo(id);
    // Of one project the list of its images that hold the software: the cycle, not the product.
    const rows = await deps.db.sql
      .selectFrom('software as s')
      .innerJoin('softwareCycle as c', (join) =>
        join
          .onRef('c.organizationId', '=', 's.organizationId')
          .onRef('c.id', '=', 's.softwareCycleId'),
      )
      .select('s.id')
      .where('s.organizationId', '=', organization)
      .where('c.cycle', '=', '10')
      .execute();
    expect(rows).toHaveLength(1);
    expect(message?.items[0]?.path).toBe(
      `/images?project=${projectId}&software=${rows[0]?.id ?? ''}`,
    );
  });

  test('tells whoever was told, and nobody else, that it is solved', async () => {
    const [mine, other] = [await channel('Mine'), await channel('Other')];
    await rule(mine, scope('pay/*'));
    await rule(other, scope('shop'));
    const { image_tag_id: imageTagId } = await scan('pay/api');
    await tell();
    await deleteImage(deps, await admin(), imageTagId);
    await tell();
    expect(await itemsOf(mine)).toEqual([
      ['Debian 10', 1, 'pay/api/app:1'],
      ['Debian 10', null, 'solved'],
    ]);
    expect(await sentTo(other)).toEqual([]);
  });

  test('does not count what two rules of different projects lead to one channel', async () => {
    const id = await channel('Both');
    await rule(id, scope('pay/*'));
    await rule(id, scope('shop'));
    await scan('pay/api');
    await scan('shop');
    await scan('other');
    await tell();
    expect(await itemsOf(id)).toEqual([['Debian 10', null]]);
  });

  test('says which builds are denied, and denied again where they are', async () => {
    const [mine, other] = [await channel('Mine'), await channel('Other')];
    await rule(mine, scope('pay/*'));
    await rule(other, scope('shop'));
    await makePolicy(deps, organization, { denyDays: 0 });
    await scan('pay/api');
    expect(await itemsOf(mine)).toEqual([['Debian 10', 1, 'pay/api/app:1']]);
    await scan('shop');
    expect((await sentTo(mine)).map(({ title }) => title)).toEqual(['pay/api/app:1 is denied']);
    expect((await sentTo(other)).map(({ title }) => title)).toEqual(['shop/app:1 is denied']);
    const { signal } = new AbortController();
    await deps.db.of(organization).policy.updateMany({ data: { denyDays: null, warnDays: 0 } });
    await rejudgeDenied(deps, organization, signal);
    await deps.db.of(organization).policy.updateMany({ data: { denyDays: 0 } });
    await rejudgeDenied(deps, organization, signal);
    expect((await itemsOf(mine)).slice(1)).toEqual([
      ['Debian 10', null, 'solved'],
      ['Debian 10', 1, 'docker.io/pay/api/app'],
    ]);
    // A list of the images that hold the software would name more than are denied.
    expect((await sentTo(mine)).at(-1)?.items[0]?.path).toBe('/software?product=Debian&owner=none');
  });

  test('says that builds are denied again to the projects in which they are, and no other', async () => {
    const [mine, other] = [await channel('Mine'), await channel('Other')];
    await rule(mine, scope('pay/*'));
    await rule(other, { ...scope('shop'), tempo: 'daily', hour: 8, urgent_at_once: false });
    await makePolicy(deps, organization, { denyDays: 0 });
    await scan('pay/api');
    await scan('shop');
    await waive('pay/api', '2026-11-30');
    await waive('shop', '2026-12-10');
    const { signal } = new AbortController();
    const rejudgeOn = async (time: string) => {
      deps.clock.set(time);
      await rejudgeDenied(deps, organization, signal);
      await sendDueDigests(deps);
    };
    await rejudgeOn('2026-11-26T08:00:00Z');
    const again = ['Debian 10', 1, 'docker.io/pay/api/app'];
    await rejudgeOn('2026-12-01T07:00:00Z');
    expect((await itemsOf(mine)).at(-1)).toEqual(again);
    const told = (await itemsOf(mine)).length;
    await rejudgeOn('2026-12-11T07:00:00Z');
    await rejudgeOn('2026-12-12T08:00:00Z');
    expect(await itemsOf(mine)).toHaveLength(told);
    expect((await itemsOf(other)).at(-1)).toEqual(['Debian 10', 1, 'docker.io/shop/app']);
    const preview = await previewRule(
      deps,
      organization,
      messageRule.parse({
        ...{ name: 'x', kinds: ['build.denied'], channel_ids: [mine] },
        ...{ ...scope('pay/*'), tempo: 'at_once' },
      }),
    );
    expect(preview.messages).toEqual([]);
  });

  test('says which of several waivers of one piece of software end, and of no other project', async () => {
    const names = ['pay/api', 'pay/web', 'shop'];
    const [one, two, other] = [await channel('One'), await channel('Two'), await channel('Other')];
    const kinds = ['waiver.ending'] as const;
    await rule(one, { ...scope('pay/api'), kinds: [...kinds] });
    await rule(two, { ...scope('pay/*'), kinds: [...kinds] });
    await rule(other, { ...scope('other'), kinds: [...kinds] });
    const several = await channel('Several');
    for (const name of ['pay/api', 'pay/*'])
      await rule(several, { ...scope(name), kinds: [...kinds], tempo: 'at_once' });
    for (const name of names) await scan(name);
    await waive('pay/api', '2026-12-22');
    await waive('pay/web', '2026-12-21');
    await waive('shop', '2026-12-20');
    deps.clock.set('2026-12-20T08:00:00Z');
    await tellOfWaivers(deps, organization);
    const lines = async (id: string) =>
      (await sentTo(id)).map(({ items }) =>
        items.map(({ detail, until, path }) => [detail, until, path]),
      );
    expect(await lines(one)).toEqual([
      [
        [
          'Waived until 22 December 2026, where it is found: the project pay/api',
          ...['2026-12-22', expect.stringMatching(/^\/waivers\/[\da-f-]+$/)],
        ],
      ],
    ]);
    const [[both] = []] = await lines(two);
    expect(both?.[0]).toMatch(/pay\/(api|web)\. .*pay\/(api|web)$/);
    expect(both?.slice(1)).toEqual(['2026-12-21', '/waivers?product=Debian&cycle=10']);
    expect(await lines(several)).toEqual(await lines(two));
    const sent = [await sentTo(one), await sentTo(two), await sentTo(several)];
    expect(JSON.stringify(sent)).not.toContain('shop');
    expect(await sentTo(other)).toEqual([]);
  });

  test('leads to the waiver that ends, also where one project has what it is for', async () => {
    const id = await channel('Waivers');
    await rule(id, { ...scope('pay/*'), kinds: ['waiver.ending'] });
    await scan('pay/api');
    const everywhere = { scope: 'organization', project_name: null };
    const waiver = await waive(everywhere, '2026-12-20');
    deps.clock.set('2026-12-20T08:00:00Z');
    await tellOfWaivers(deps, organization);
    const [message] = await sentTo(id);
    expect(message?.items).toMatchObject([{ where: { images: 1 }, path: `/waivers/${waiver}` }]);
  });

  test('makes digests and previews of what they hold', async () => {
    const [mine, other] = [await channel('Mine'), await channel('Other')];
    await rule(mine, { ...scope('pay/*'), tempo: 'daily', hour: 8 });
    await rule(other, { ...scope('nothing'), tempo: 'daily', hour: 8 });
    const { image_tag_id: imageTagId } = await scan('pay/api');
    await scan('shop', { software: [REDIS] });
    await tell();
    const preview = await previewRule(
      deps,
      organization,
      messageRule.parse({
        ...{ name: 'x', kinds: ['support.ends'], channel_ids: [mine] },
        ...{ ...scope('pay/*'), tempo: 'at_once' },
      }),
    );
    expect(preview.messages.map(({ title, total }) => [title, total])).toEqual([
      ['Support ends: Debian 10', 1],
    ]);
    expect(JSON.stringify(preview)).not.toMatch(/shop|Redis/);
    deps.clock.set('2026-11-26T08:00:00Z');
    await sendDueDigests(deps);
    expect(await itemsOf(mine)).toEqual([['Debian 10', 1, 'pay/api/app:1']]);
    expect(await sentTo(other)).toEqual([]);
    await deleteImage(deps, await admin(), imageTagId);
    await tell();
    deps.clock.set('2026-11-27T08:00:00Z');
    await sendDueDigests(deps);
    expect((await sentTo(mine)).map(({ title }) => title)).toEqual([
      'Daily digest: 1 to look at',
      'Daily digest: 1 solved',
    ]);
    expect(await sentTo(other)).toEqual([]);
  });
});
