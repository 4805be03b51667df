import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayOf as today } from '@/domain/eol/calendar';
import { writeAtom } from '@/domain/feed/atom';
import { toShields } from '@/domain/feed/badge';
import { writeCalendar } from '@/domain/feed/calendar';
import { readPack } from '@/domain/pack/content';
import { REPORTS } from '@/domain/report/formats';
import { checkedDocument } from '@/domain/report/report';
import { createFeedToken, findShownToken } from '@/server/feed-token/service';
import { readBadge, readFeed } from '@/server/feed/service';
import { readChoice } from '@/server/export/export-route';
import { imageFindingsExport } from '@/server/finding/export';
import { createPack, packFile } from '@/server/pack/service/packs';
import { createPlan } from '@/server/plan/service/plans';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { dayOf, makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy } from '@/test/factories';
import { type RestCall, RestClient } from '@/test/rest-client';

/** What everything that says an end says of one project. */
interface Said {
  readonly [surface: string]: unknown;
}

const UPSTREAM = '2024-06-30';
const COVERED = '2028-01-01';
const BOM = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: [{ type: 'library', name: 'debian', purl: 'pkg:generic/debian@10.3' }],
};
const debian = importedProduct({
  name: 'Debian',
  purls: ['pkg:generic/debian'],
  cycles: [
    { name: '13', supportedUntil: '2040-06-30', releasedOn: '2025-08-09' },
    { name: '10', supportedUntil: UPSTREAM, releasedOn: '2019-07-06' },
  ],
});

let deps: TestDeps;
let acme: OrganizationId;
let admin: Actor;
let call: RestCall;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  await withCatalog(deps, [debian]);
  acme = await makeOrganization(deps);
  admin = await makeActor(deps, acme);
  call = await new RestClient(deps).as(acme, 'admin');
  await makePolicy(deps, acme, { type: 'EOL', scope: 'global', denyDays: 0 });
});

interface Uploaded {
  readonly project_id: string;
  readonly image_tag_id: string;
  readonly policy: { readonly action: string };
}

async function upload(project: string): Promise<Uploaded> {
  const { status, body } = await call('PUT', `/sbom?project=${project}&name=${project}/app:1`, BOM);
  expect(status).toBe(200);
  // Held against the API's document on its way.
  return body as Uploaded;
}

const context = {
  ...{ subject: 'app:1', name: 'app', location: 'Dockerfile', version: '1' },
  at: new Date(0),
};
const report = (name: keyof typeof REPORTS, body: unknown) =>
  REPORTS[name].write(checkedDocument.parse(body), context);

/** Asks everything that says an end of what a project holds. */
async function saidOf(project: string): Promise<Said> {
  const { image_tag_id: imageTagId, project_id: projectId, policy } = await upload(project);
  const calls = callAs(deps, acme, 'admin');
  const { body } = await call('POST', `/sbom/check?project=${project}`, BOM);
  const checked = checkedDocument.parse(body);
  const [status] = await calls.policy.statusOfImages({ imageTagIds: [imageTagId] });
  const { body: violations } = await call('GET', `/v1/violation/project/${imageTagId}`);
  const day = today(deps.clock.now());
  const { token } = await createFeedToken(deps, admin, {
    ...{ label: 'x', scope: 'project', subject: projectId, expiresAt: null },
  });
  const shown = await findShownToken(deps, token);
  if (!shown) throw new Error('A new token does not hold');
  const feed = await readFeed(deps, shown, 100);
  const choice = readChoice(imageFindingsExport.columns, new URLSearchParams());
  const csv = imageFindingsExport.records(deps, acme, { imageTagId, state: null }, choice);
  const rows: (readonly unknown[])[] = [];
  for await (const batch of csv) rows.push(...batch);
  const column = (name: string) =>
    rows[0]?.[imageFindingsExport.columns.findIndex(({ header }) => header === name)] ?? null;
  const images = await calls.policy.images({ action: 'DENY' });
  const sarif = JSON.parse(report('sarif', body)) as {
    runs: { results: { level: string }[] }[];
  };
  const dependencies = JSON.parse(report('gitlab-dependency-scanning', body)) as {
    vulnerabilities: unknown[];
  };
  return {
    upload: policy.action,
    check: checked.policy.action,
    'check by name': await endByName(project),
    status: status?.action,
    forecast: images.items.some((image) => image.id === imageTagId),
    violations: (violations as unknown[]).length,
    sarif: sarif.runs[0]?.results.map(({ level }) => level),
    junit: /<failure/.test(report('junit', body)),
    'code quality': (JSON.parse(report('gitlab-code-quality', body)) as unknown[]).length,
    'dependency scanning': dependencies.vulnerabilities.length,
    end: checked.findings.map(({ eol_date: end, state }) => [end, state]),
    csv: [
      column('State'),
      column('End of life'),
      column('Contract'),
      column('End without contract'),
    ],
    badge: toShields(await readBadge(deps, shown)).message,
    calendar: /DTSTART;VALUE=DATE:(\d+)/.exec(writeCalendar(feed, []))?.[1],
    atom: /contract with Freexian; without it the end is 2024-06-30/.test(
      writeAtom(feed, 'https://eol.example.com/feed', day),
    ),
  };
}

async function endByName(project: string): Promise<boolean> {
  const component = { name: 'Debian', version: '10' };
  const { body } = await call('POST', '/eol/check', { component, project });
  return (body as { eol: boolean }).eol;
}

const denied = { upload: 'DENY', check: 'DENY', 'check by name': true, status: 'DENY' };
const reported = { violations: 1, sarif: ['error'], junit: true, 'code quality': 1 };

test('says the contract in its scope until its last day, and the end upstream just outside of it', async () => {
  const { project_id: projectId } = await upload('shop');
  await upload('shop-2');
  const outside = {
    ...{ ...denied, ...reported, forecast: true, 'dependency scanning': 1 },
    end: [[UPSTREAM, 'ended']],
    csv: ['Ended', UPSTREAM, null, null],
    ...{ badge: '1 ended', calendar: '20240630', atom: false },
  };
  expect(await saidOf('shop')).toEqual(outside);
  await makeContract(deps, acme, { scope: 'project', projectId });

  deps.clock.set('2027-12-31T23:59:59Z');
  expect(await saidOf('shop')).toMatchObject({
    ...{ upload: 'ALLOW', check: 'ALLOW', 'check by name': false, status: 'ALLOW' },
    ...{ forecast: false, violations: 0, junit: false },
    end: [[COVERED, 'soon']],
    csv: ['Within 6 months', COVERED, 'Freexian', UPSTREAM],
    ...{ calendar: '20280101', atom: true },
  });
  expect(await saidOf('shop-2')).toEqual(outside);

  deps.clock.set('2028-01-01T00:00:00Z');
  expect(await saidOf('shop')).toEqual({
    ...outside,
    end: [[COVERED, 'ended']],
    csv: ['Ended', COVERED, 'Freexian', UPSTREAM],
    ...{ calendar: '20280101', atom: true },
  });
  expect(await saidOf('shop-2')).toEqual(outside);
});

test('reports, SARIF among them, have nothing against what a contract supports for long', async () => {
  const { project_id: projectId } = await upload('shop');
  await makeContract(deps, acme, { scope: 'project', projectId });
  expect(await saidOf('shop')).toEqual({
    ...{ upload: 'ALLOW', check: 'ALLOW', 'check by name': false, status: 'ALLOW' },
    ...{ forecast: false, violations: 0, sarif: [], junit: false },
    ...{ 'code quality': 0, 'dependency scanning': 0, end: [[COVERED, 'later']] },
    csv: ['Over 12 months', COVERED, 'Freexian', UPSTREAM],
    ...{ badge: 'none ended', calendar: '20280101', atom: false },
  });
});

test('a preview and a dry run of policies, comparisons and VEX follow it', async () => {
  const { project_id: projectId, image_tag_id: from } = await upload('shop');
  const { image_tag_id: to } = await upload('pay');
  await makeContract(deps, acme, { scope: 'project', projectId });
  const calls = callAs(deps, acme, 'admin');
  const draft = await calls.policy.preview({ policyId: null, body: null });
  expect(draft.counts.after).toMatchObject({ denied: 1, allowed: 1 });
  const { points } = await calls.policy.forecast({});
  expect(points.at(-1)?.denied).toBe(1);
  // What both hold has the end that it has in the second.
  for (const [first, second, end] of [
    [from, to, UPSTREAM],
    [to, from, COVERED],
  ]) {
    const path = `/image_tags/difference?from=${String(first)}&to=${String(second)}`;
    expect((await call('GET', path)).body).toMatchObject({
      difference: { findings: { same: [{ product_name: 'Debian', eol_date: end }] } },
    });
  }
  // A contract is no waiver: nothing is stated of it.
  const vex = await call('GET', '/vex/cyclonedx');
  expect(JSON.stringify(vex.body)).not.toContain('Debian');
});

test('lists show one cycle twice where its scopes differ, say so, and count each image once', async () => {
  const { project_id: projectId } = await upload('shop');
  await upload('pay');
  await makeContract(deps, acme, { scope: 'project', projectId });
  const calls = callAs(deps, acme, 'admin');
  const shown = (rows: readonly { images: number; contract: { scope: string } | null }[]) =>
    rows.map(({ images, contract }) => [contract?.scope ?? null, images]);
  const twice = [
    [null, 1],
    ['project', 1],
  ];
  const { items } = await calls.software.listForDashboard({ size: 10 });
  expect(shown(items)).toEqual(twice);
  const timeline = await calls.timeline.list({});
  expect(
    timeline.lines.flatMap((line) => line.items.map(({ contract }) => contract?.scope)),
  ).toEqual([undefined, 'project']);
  const { body } = await call('GET', '/software');
  expect((body as { items: { contract?: { scope: string } }[] }).items).toMatchObject([
    {},
    { contract: { scope: 'project', upstreamDate: UPSTREAM } },
  ]);
  // In one project there is one of them, and where one contract is for all, one of them everywhere.
  const ofOne = await calls.software.listForDashboard({ size: 10, projectId });
  expect(shown(ofOne.items)).toEqual([['project', 1]]);
  await makeContract(deps, acme, { endsOn: dayOf('2029-01-01') });
  const all = await calls.software.listForDashboard({ size: 10 });
  expect(shown(all.items)).toEqual([['organization', 2]]);
});

/** Plans to move Debian 10 everywhere, or in one project. */
const plan = (projectId: string | null = null) =>
  createPlan(deps, admin, {
    ...{ scope: projectId === null ? 'organization' : 'project', projectId, teamId: null },
    ...{ productName: 'Debian', cycle: '10', targetProduct: 'Debian', targetCycle: '13' },
    ...{ dueOn: dayOf('2027-06-01'), ownerId: null, ownerTeamId: null },
    ...{ ticket: null, note: null, started: false },
  });

test('a plan shows the end upstream, and the contracts where it is beside it', async () => {
  const { project_id: projectId } = await upload('shop');
  await upload('pay');
  const { project_id: other } = await upload('blog');
  const id = await makeContract(deps, acme, { scope: 'project', projectId });
  const contract = {
    ...{ contract_id: id, vendor: 'Freexian', ends_on: COVERED },
    ...{ scope: 'project', place: 'shop' },
  };
  expect(await plan()).toMatchObject({
    ...{ eol_date: UPSTREAM, eol_date_known: true, images: 3, contracts: [contract] },
  });
  expect(await plan(projectId)).toMatchObject({ contracts: [contract] });
  expect(await plan(other)).toMatchObject({ eol_date: UPSTREAM, contracts: [] });
});

test.each(['2026-11-20', '2027-11-20'])(
  'packs and images tell the plan of what a contract until %s covers',
  async (endsOn) => {
    const { project_id: projectId, image_tag_id: shop } = await upload('shop');
    const { image_tag_id: pay } = await upload('pay');
    const { project_id: blogId, image_tag_id: blog } = await upload('blog');
    for (const of of [projectId, blogId])
      await makeContract(deps, acme, { scope: 'project', projectId: of, endsOn: dayOf(endsOn) });
    const { id: ofShop } = await plan(projectId);
    const told = async () => {
      const pack = await createPack(deps, admin, 'general');
      const { bytes } = await packFile(deps, acme, pack.id);
      const { software } = readPack(bytes);
      const rows = software.map((row) => [row.project, row.contract_until, row.planned_until]);
      const calls = callAs(deps, acme);
      const ofImages: string[][] = [];
      for (const image_id of [blog, pay, shop]) {
        const { items } = await calls.plan.list({ image_id });
        ofImages.push(items.map(({ id }) => id));
      }
      return { rows: rows.toSorted(), ofImages };
    };
    expect(await told()).toEqual({
      rows: [
        ['blog', endsOn, null],
        ['pay', null, null],
        ['shop', endsOn, '2027-06-01'],
      ],
      ofImages: [[], [], [ofShop]],
    });
    const { id: ofAll } = await plan();
    const both = [ofShop, ofAll].toSorted();
    expect(await told()).toEqual({
      rows: [
        ['blog', endsOn, '2027-06-01'],
        ['pay', null, '2027-06-01'],
        ['shop', endsOn, '2027-06-01'],
      ],
      ofImages: [[ofAll], [ofAll], both],
    });
  },
);

test('what does not ship is told to have ended as contracts of its project have it', async () => {
  const [component] = BOM.components;
  const document = { ...BOM, components: [{ ...component, scope: 'excluded' }] };
  const { project_id: projectId } = await upload('shop');
  const told = async () => {
    const ends: unknown[] = [];
    for (const [method, path] of [
      ['PUT', '/sbom?project=shop&name=tools:1'],
      ['POST', '/sbom/check?project=shop'],
      ['POST', '/sbom/check?project=pay'],
    ] as const) {
      const { body } = await call(method, path, document);
      ends.push((body as { unshipped: { ended_total: number } }).unshipped.ended_total);
    }
    return ends;
  };
  expect(await told()).toEqual([1, 1, 1]);
  await makeContract(deps, acme, { scope: 'project', projectId });
  expect(await told()).toEqual([0, 0, 1]);
});
