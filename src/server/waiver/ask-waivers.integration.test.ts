import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { saidIn } from '@/test/messages';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

async function signedInMember() {
  const person = { organizationId: organization, role: 'member' } as const;
  const { dashboard } = await signedIn(deps, new RestClient(deps), person);
  return dashboard();
}
const TERMS = { reason: 'It moves in March', ends_on: '2027-03-03' };
const place = (key: string, project: string) => ({
  ...{ key, project_name: project, product_name: 'Debian Linux', cycle: '11' },
});

test('many waivers are asked for, and the answer names each by its key', async () => {
  const member = await signedInMember();
  for (const project of ['shop', 'bank']) await scanImage(deps, organization, { project });
  const places = [place('0', 'shop'), place('1', 'bank'), place('2', 'shop')];
  const { done, refused } = await member.waiver.askMany({ places, ...TERMS });
  expect({ done, refused }).toMatchObject({ done: ['0', '1'], refused: [{ id: '2' }] });
  expect((await member.waiver.list({})).total).toBe(2);
});

test('one message names all that were asked for, and none tells of what was refused alone', async () => {
  const member = await signedInMember();
  const projects = ['blog', 'feed', 'mail'];
  for (const project of projects) await scanImage(deps, organization, { project });
  const before = await saidIn(deps, organization, 'waiver.asked');
  const places = projects.map((project) => place(project, project));
  await member.waiver.askMany({ places, ...TERMS });
  await member.waiver.askMany({ places, ...TERMS });
  const said = (await saidIn(deps, organization, 'waiver.asked')).slice(before.length);
  expect(said.map(({ title, total, items }) => [title, total, items.length])).toEqual([
    [expect.stringMatching(/ asks for 3 waivers$/), 3, 3],
  ]);
});

test('one mail names all that were asked for to each who decides', async () => {
  const [member, admin] = [
    await signedInMember(),
    await signedIn(deps, new RestClient(deps), { organizationId: organization, role: 'admin' }),
  ];
  const projects = Array.from({ length: 27 }, (_, at) => `p-${String(at)}`);
  const places = projects.map((project) => place(project, project));
  await member.waiver.askMany({ places, ...TERMS });
  await backgroundDone(deps);
  const mails = deps.mails().filter(({ to }) => to === admin.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Ada Lovelace asks for 27 waivers']);
  for (const part of ['Debian Linux 11', '2027-03-03', 'It moves in March', 'And 2 more'])
    expect(mails[0]?.text).toContain(part);
  expect(mails[0]?.text).toContain('/waivers?show=waiting');
  expect(await deps.db.of(organization).waiverMail.count()).toBe(0);
});

test('two places with the same key are refused, as one of them would be lost', async () => {
  const member = await signedInMember();
  const places = [place('0', 'web'), place('0', 'docs')];
  await expect(member.waiver.askMany({ places, ...TERMS })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect((await member.waiver.list({})).items).not.toContainEqual(
    expect.objectContaining({ project_name: 'web' }),
  );
});
