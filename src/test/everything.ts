import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { callAs } from './callers';
import type { TestDeps } from './deps';
import { createFeedToken, findShownToken } from '@/server/feed-token/service';
import { readBadge, readFeed } from '@/server/feed/service';
import { imagesForExport } from '@/server/image/service';
import { makeActor } from './accounts';

/** What everything that counts images or software says of an organization, by what says it. */
export async function everythingOf(
  deps: TestDeps,
  organizationId: OrganizationId,
  { projectId, product }: { readonly projectId: string; readonly product: string },
): Promise<Record<string, unknown>> {
  const calls = callAs(deps, organizationId, 'admin');
  const holders = (await calls.software.listForDashboard({ productName: product })).items;
  const asked = {
    images: () => calls.image.list({}),
    imageStates: () => calls.image.states({}),
    imagesEnded: () => calls.image.list({ eol_filter: 'EOL' }),
    listedImages: () => calls.image.listForDashboard({}),
    deniedImages: () => calls.image.listForDashboard({ policyAction: 'DENY' }),
    labels: () => calls.image.labels(),
    projects: () => calls.project.images({}),
    listedProjects: () => calls.project.listForDashboard({}),
    project: () => calls.project.get({ projectId }),
    projectSoftware: () => calls.project.software({ project_id: projectId }),
    listedSoftware: () => calls.software.listForDashboard({}),
    softwareOfProject: () => calls.software.listForDashboard({ projectId }),
    software: () => calls.software.list({}),
    types: () => calls.software.types(),
    products: () => calls.software.products(),
    holdingProjects: () =>
      Promise.all(holders.map(({ id }) => calls.software.projects({ softwareId: id }))),
    overview: () => calls.analytics.eolOverview(),
    states: () => calls.overview.states({}),
    toMove: () => calls.overview.toMove({}),
    timeline: () => calls.timeline.list({}),
    timelineOfProject: () => calls.timeline.list({ projectId }),
    policies: () => calls.policy.summary(),
    policyImages: () => calls.policy.images({ action: 'DENY' }),
    forecast: () => calls.policy.forecast({}),
    effects: () => calls.policy.effects(),
    plans: () => calls.plan.list({}),
    catalogProducts: () => calls.catalog.listForDashboard({ in_use: true }),
    scannerSoftware: () => calls.scanner.software(),
    scannerProjects: () => calls.scanner.projects(),
    notes: () => calls.note.listForDashboard({}),
    contracts: () => calls.contract.list({}),
    teams: () => calls.team.list({}),
    waivers: () => calls.waiver.list({}),
    clusters: () => calls.cluster.list({}),
    trend: () => calls.analytics.trend({ period: 'MONTHLY', by: 'state', months: 12 }),
    search: () => calls.search.things({ text: product }),
    readTokens: () => feedsOf(deps, organizationId, projectId),
    exports: () => exportsOf(deps, organizationId),
  };
  const said: Record<string, unknown> = {};
  for (const [name, answer] of Object.entries(asked)) said[name] = await answer();
  return said;
}

/** What the feeds and badges of an organization and of a project say. */
async function feedsOf(deps: TestDeps, organizationId: OrganizationId, projectId: string) {
  const maker = await makeActor(deps, organizationId, 'admin');
  const said = [];
  for (const [scope, subject] of [
    ['organization', null],
    ['project', projectId],
  ] as const) {
    const given = { label: 'x', scope, subject, expiresAt: null };
    const { token } = await createFeedToken(deps, maker, given);
    const shown = await findShownToken(deps, token);
    if (!shown) throw new Error('A new token does not hold');
    const { cycles } = await readFeed(deps, shown, 100);
    said.push([cycles, await readBadge(deps, shown)]);
  }
  return said;
}

async function exportsOf(deps: TestDeps, organizationId: OrganizationId) {
  const rows = [];
  const query = { sort: 'name', direction: 'asc' } as const;
  for await (const batch of imagesForExport(deps, organizationId, query, null)) rows.push(...batch);
  return rows;
}
