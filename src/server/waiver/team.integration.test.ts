import { describe, expect, test } from 'vitest';
import { identityOf } from '@/domain/identifiers/identity';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { makePolicy, scanImage } from '@/test/factories';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { teamTests } from '@/test/team-tests';
import { ask, decide } from '@/test/waivers';

const { here, admin, team } = teamTests();

const REDIS = { product: 'Redis', cycle: '6', eol: '2023-09-11' };
const OF_REDIS = { product_name: 'Redis', cycle: '6', project_name: null, scope: 'team' } as const;

/** A team with the project `shop`, and `bank` that nobody owns; both are denied for what they hold. */
async function world() {
  const { deps, organization } = here();
  await makePolicy(deps, organization, { denyDays: 0 });
  const payments = await team('Payments');
  const [shop, bank] = [await scan('shop'), await scan('bank')];
  await own(shop.project_id, payments.id);
  return { payments, shop, bank };
}
const scan = (project: string) =>
  scanImage(here().deps, here().organization, {
    ...{ project, image: `${project}:1`, software: [REDIS] },
  });
const own = (projectId: string, teamId: string | null) =>
  admin('PUT', `/projects/${projectId}/owner`, { team_id: teamId });

async function grant(teamId: string) {
  const { deps, organization: organizationId } = here();
  const rest = new RestClient(deps);
  const asker = await signedIn(deps, rest, { organizationId, role: 'member' });
  const decider = await signedIn(deps, rest, { organizationId, role: 'admin' });
  const endsOn = deps.clock.now();
  endsOn.setUTCDate(endsOn.getUTCDate() + 30);
  const terms = { ...OF_REDIS, team_id: teamId, ends_on: endsOn.toISOString().slice(0, 10) };
  const waiver = await ask(asker, terms);
  await decide(decider, waiver.id, 'granted');
  return { waiver, asker, terms };
}

/** What builds of the two projects are answered, by name. */
async function verdicts() {
  const [shop, bank] = [await scan('shop'), await scan('bank')];
  return { shop: shop.policy.action, bank: bank.policy.action };
}
const calls = () => callAs(here().deps, here().organization, 'admin');

describe('a waiver of a team', () => {
  test('holds in the projects that the team owns, everywhere a verdict is, and in no other', async () => {
    const { payments, shop, bank } = await world();
    const { waiver } = await grant(payments.id);
    expect(waiver).toMatchObject({
      scope: 'team',
      team: { id: payments.id, name: 'Payments' },
    });
    expect(await verdicts()).toEqual({ shop: 'ALLOW', bank: 'DENY' });
    const ids = [shop.image_tag_id, bank.image_tag_id];
    const statuses = await calls().policy.statusOfImages({ imageTagIds: ids });
    expect(statuses.map(({ action, waived }) => [action, waived])).toEqual([
      ['ALLOW', 1],
      ['DENY', 0],
    ]);
    const [finding] = await calls().image.findings({ imageTagId: shop.image_tag_id });
    expect(finding?.policy).toMatchObject({ action: 'ALLOW', waiver: { id: waiver.id } });
    const [other] = await calls().image.findings({ imageTagId: bank.image_tag_id });
    expect(other?.policy).toMatchObject({ action: 'DENY', waiver: null });
    expect((await calls().policy.summary()).counts).toMatchObject({ denied: 1 });
    expect((await calls().policy.effects()).counts).toMatchObject({ denied: 1 });
    const { points } = await calls().policy.forecast({});
    expect([points[0]?.denied, points.at(-1)?.denied]).toEqual([1, 2]);
    const denied = await calls().policy.images({ action: 'DENY' });
    expect(denied.items.map(({ projectName }) => projectName)).toEqual(['bank']);
    const preview = await calls().policy.preview({ policyId: null, body: null });
    expect(preview.counts.after).toMatchObject({ denied: 1 });
    const { items } = await calls().software.listForDashboard({ page: 1, size: 10 });
    const software = await calls().software.get({ softwareId: items[0]?.id ?? '' });
    expect([software.policy.action, software.projectPolicies]).toEqual(['DENY', []]);
    expect(software.teamPolicies).toMatchObject([
      { team: { name: 'Payments' }, policy: { action: 'ALLOW', waiver: { id: waiver.id } } },
    ]);
  });

  test('follows its projects: what the team owns no longer is denied, what it owns now is not', async () => {
    const { payments, shop, bank } = await world();
    await grant(payments.id);
    await own(bank.project_id, payments.id);
    await own(shop.project_id, null);
    expect(await verdicts()).toEqual({ shop: 'DENY', bank: 'ALLOW' });
    const web = await team('Web');
    await own(bank.project_id, web.id);
    expect(await verdicts()).toEqual({ shop: 'DENY', bank: 'DENY' });
    expect((await calls().policy.summary()).counts).toMatchObject({ denied: 2 });
  });

  test('counts where a project has a policy of its own, too', async () => {
    const { payments } = await world();
    const { deps, organization } = here();
    await makePolicy(deps, organization, { scope: 'project', projectName: 'shop', denyDays: 0 });
    const { items } = await calls().software.listForDashboard({ page: 1, size: 10 });
    const { projectPolicies } = await calls().software.get({ softwareId: items[0]?.id ?? '' });
    const asked = { name: 'Payments', team_id: payments.id };
    expect(projectPolicies).toMatchObject([{ project: { name: 'shop' }, owner: asked }]);
    const denied = (await calls().policy.images({ action: 'DENY' })).items;
    expect(denied.map(({ projectName, owner }) => [projectName, owner])).toEqual([
      ['bank', null],
      ['shop', expect.objectContaining(asked)],
    ]);
    await grant(payments.id);
    expect(await verdicts()).toEqual({ shop: 'ALLOW', bank: 'DENY' });
    expect((await calls().policy.summary()).counts).toMatchObject({ denied: 1 });
  });

  test('keeps its team until it is over, and the name of one that is gone', async () => {
    const { payments } = await world();
    const { waiver, asker, terms } = await grant(payments.id);
    await admin('PATCH', `/teams/${payments.id}`, { name: 'Money' });
    expect(await calls().waiver.get({ id: waiver.id })).toMatchObject({ team: { name: 'Money' } });
    const refused = async () => {
      const { status, body } = await admin('DELETE', `/teams/${payments.id}`);
      expect([status, body]).toMatchObject([409, { detail: expect.stringContaining('Waivers') }]);
    };
    await refused();
    expect(await verdicts()).toEqual({ shop: 'ALLOW', bank: 'DENY' });
    const { id } = await ask(asker, terms);
    await (await asker.dashboard()).waiver.revoke({ id: waiver.id });
    await refused();
    await (await asker.dashboard()).waiver.withdraw({ id });
    expect((await admin('DELETE', `/teams/${payments.id}`)).status).toBe(204);
    expect(await verdicts()).toEqual({ shop: 'DENY', bank: 'DENY' });
    expect(await calls().waiver.get({ id: waiver.id })).toMatchObject({
      ...{ state: 'revoked', team: { name: 'Payments' } },
    });
    // Another team of this name is another team.
    const again = await team('Payments');
    await own((await scan('shop')).project_id, again.id);
    expect(await verdicts()).toEqual({ shop: 'DENY', bank: 'DENY' });
  });

  test('is asked for once at a time, of a team that the organization has, and of nothing beside', async () => {
    const { payments } = await world();
    const { asker, terms, waiver } = await grant(payments.id);
    const { waiver: waivers } = await asker.dashboard();
    const body = { ...terms, reason: 'It moves' };
    await waivers.ask({ body });
    await expect(waivers.ask({ body })).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const wrong of [
      { team_id: null },
      { team_id: identityOf('none') },
      { project_name: 'shop' },
      { scope: 'organization' as const },
    ]) {
      await expect(waivers.ask({ body: { ...body, ...wrong } })).rejects.toMatchObject({
        code: 'UNPROCESSABLE_CONTENT',
      });
    }
    const listed = await waivers.list({ team_id: payments.id });
    expect([listed.total, listed.items.some(({ id }) => id === waiver.id)]).toEqual([2, true]);
    expect((await waivers.list({ team_id: identityOf('none') })).total).toBe(0);
  });

  test('is no other organization’s, nor can it be of another’s team', async () => {
    const { payments } = await world();
    const { asker, terms } = await grant(payments.id);
    const { deps } = here();
    const other = await makeOrganization(deps);
    await makePolicy(deps, other, { denyDays: 0 });
    const { policy } = await scanImage(deps, other, { project: 'shop', software: [REDIS] });
    expect(policy.action).toBe('DENY');
    const rest = new RestClient(deps);
    const stranger = await signedIn(deps, rest, { organizationId: other, role: 'member' });
    await expect(ask(stranger, terms)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect((await (await asker.dashboard()).waiver.list({})).total).toBe(1);
  });
});
