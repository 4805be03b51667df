import { callAs, callAsOperator } from '@/test/callers';
import { EXPORTS } from '@/app/export/exports';
import { matchExport } from '@/server/export/export-route';
import { besideBare, type Read } from './beside-bare';
import { fillDashboard, forgetCatalog } from './dashboard-data';
import type { Bench, Line, Work } from './runner';

const WARM_UP = 4;
const MAX_P95_MS = 100;
/** All rows of a list as a file. */
const MAX_EXPORT_P95_MS = 1_500;

/** Lists of the dashboard's pages and exports, each beside its bare statements. */
export async function measureDashboard(bench: Bench): Promise<Line[]> {
  const changingImage = await fillDashboard(bench);
  const aim = { turns: Math.ceil(bench.sizes.listTurns / 2), warmUp: WARM_UP };
  const reads = await dashboardReads(bench, changingImage);
  const lines = [
    ...(await besideBare(bench, reads, { ...aim, maxP95Ms: MAX_P95_MS })),
    ...(await besideBare(bench, exportsOf(bench), {
      ...{ turns: 5, warmUp: 1, maxP95Ms: MAX_EXPORT_P95_MS },
    })),
  ];
  await forgetCatalog(bench);
  return lines;
}

/** The reads of each page by name. @param changingImage the image with hundreds of changes */
export async function dashboardReads(bench: Bench, changingImage: string): Promise<Read[]> {
  const { server, fleet, sizes } = bench;
  const api = callAs(server.deps, fleet.organizationId, 'admin');
  const operator = await callAsOperator(server.deps);
  const page = { page: 1, size: 50 };
  const [software] = (
    await api.software.listForDashboard({ ...page, sort: 'images', direction: 'desc' })
  ).items;
  const [project] = (
    await api.project.listForDashboard({ ...page, sort: 'images', direction: 'desc' })
  ).items;
  const images = (await api.image.listForDashboard({ ...page, sort: 'name' })).items;
  const imageTagIds = images.map(({ id }) => id);
  const [softwareId, projectId] = [software?.id ?? '', project?.id ?? ''];
  const productName = software?.productName ?? '';
  const slug = productName.toLowerCase().replace(' ', '-');
  const late = { ...page, page: Math.max(1, Math.floor(sizes.images / 100)) };
  const { image, catalog, timeline, audit } = api;
  return [
    ['overview: states', () => api.overview.states()],
    ['overview: to move', () => api.overview.toMove()],
    ['software', () => api.software.listForDashboard(page)],
    ['software by images', () => api.software.listForDashboard({ ...page, sort: 'images' })],
    ['software of a project', () => api.software.listForDashboard({ ...page, projectId })],
    ['software: one', () => api.software.get({ softwareId })],
    ['software: where it runs', () => api.software.projects({ softwareId, ...page })],
    ['software: types', () => api.software.types()],
    ['software: products', () => api.software.products()],
    ['timeline', () => timeline.list({})],
    ['timeline: a slide', () => timeline.top({ limit: 12, within: 12 })],
    ['timeline of a project', () => timeline.list({ projectId })],
    [
      'timeline by label',
      () => timeline.list({ label: { key: 'stage', operator: 'IN', value: 'dev' } }),
    ],
    ['search: software', () => api.search.things({ text: 'product 7 1.2' })],
    ['search: image', () => api.search.things({ text: 'api-7 5.0' })],
    ['search: in a project', () => api.search.things({ text: 'product 7 in service-3' })],
    ['search: nothing, a typo', () => api.search.things({ text: 'porduct 7' })],
    [
      'software that a search finds',
      () => api.software.listForDashboard({ ...page, search: 'product 7' }),
    ],
    ['projects', () => api.project.listForDashboard(page)],
    ['projects by ended', () => api.project.listForDashboard({ ...page, sort: 'ended' })],
    ['projects: one', () => api.project.get({ projectId })],
    [
      'images by ended',
      () => image.listForDashboard({ ...page, sort: 'ended', direction: 'desc' }),
    ],
    [
      `images by project, page ${String(late.page)}`,
      () => image.listForDashboard({ ...late, sort: 'project' }),
    ],
    [
      'images with a software',
      () => image.listForDashboard({ ...page, softwareIds: [softwareId] }),
    ],
    ['images with a product', () => image.listForDashboard({ ...page, productName })],
    ['image: one', () => image.get({ imageTagId: changingImage })],
    ['image: software', () => image.findings({ imageTagId: changingImage })],
    ['image: packages', () => image.components({ imageTagId: changingImage, ...page })],
    ['image: history', () => image.scans({ imageTagId: changingImage, ...page })],
    ['notes', () => api.note.listForDashboard(page)],
    ['policies: status of 50 images', () => api.policy.statusOfImages({ imageTagIds })],
    ['audit log', () => audit.list(page)],
    ['audit log of an actor', () => audit.list({ ...page, actor: 'person 7' })],
    [`audit log, page ${String(late.page)}`, () => audit.list(late)],
    ['refused uploads', () => api.refusedUpload.list(page)],
    ['catalog', () => catalog.listForDashboard(page)],
    ['catalog in use', () => catalog.listForDashboard({ ...page, in_use: true })],
    ['catalog: one', () => catalog.page({ slug })],
    ['catalog: where it runs', () => catalog.holders({ slug, ...page })],
    ['catalog: updates', () => operator.operator.catalogUpdates(page)],
    ['catalog: changed dates', () => catalog.dateChanges(page)],
  ];
}

/** The longest files. */
export function exportsOf({ server: { deps }, fleet }: Bench): Read[] {
  return ['images', 'software', 'projects', 'notes', 'audit-log'].map((name): Read => {
    const match = matchExport(EXPORTS, `/${name}.csv`);
    const work: Work = async () => {
      const address = { search: new URLSearchParams(), id: '', readerId: null };
      const all = { places: match?.route.columns.map((_, place) => place) ?? [], ids: null };
      const batches = match?.route.records(deps, fleet.organizationId, address, all) ?? [];
      for await (const batch of batches) if (batch.length === 0) return;
    };
    return [`export of ${name}`, work];
  });
}
