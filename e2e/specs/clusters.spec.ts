import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';
import type { ReportedWorkload } from '../pages/workspace';

// Names that the catalog does not know, so that the dates are the scans'.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const later = { product: 'Laterware', cycle: '5', eol: daysFromToday(900) };
const SCANS: readonly ScanSketch[] = [
  { project: 'shop', image: 'registry.example.com/shop/api:1', matches: [ended, later] },
  { project: 'shop', image: 'registry.example.com/shop/web:1', matches: [later] },
];
const RUNNING: readonly ReportedWorkload[] = [
  { namespace: 'shop', owner: 'web', image: 'registry.example.com/shop/web:1' },
  { namespace: 'shop', owner: 'api', image: 'registry.example.com/shop/api:1' },
  { namespace: 'tools', owner: 'cleaner', image: 'never/scanned:1' },
];

test(
  'tells how a cluster is connected while there is none',
  { tag: '@phone' },
  async ({ clustersPage, page, baseURL }) => {
    await clustersPage.open();
    const values = page.getByRole('region', { name: 'Helm values of Trivy Operator' });
    await expect(values).toContainText(`${baseURL ?? ''}/api/k8s/trivy?cluster=my-cluster`);
    await expect(page.getByRole('region', { name: 'Helm values of k8s-inventory' })).toContainText(
      `url: '${baseURL ?? ''}'`,
    );
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto('/settings/scanners');
    await expect(values).toContainText(`${baseURL ?? ''}/api/k8s/trivy?cluster=my-cluster`);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test('lists clusters; numbers lead to exactly what they count', async ({
  workspace,
  clustersPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await workspace.reportCluster('prod', RUNNING);
  await workspace.reportCluster('test', []);
  await clustersPage.open();
  await expect(clustersPage.names()).toHaveText(['prod', 'test']);
  await clustersPage.search.fill('PRO');
  await expect(clustersPage.names()).toHaveText(['prod']);
  await clustersPage.row('prod').getByRole('link', { name: 'Ended: 1 container' }).click();
  await expect(clustersPage.title).toHaveText('prod');
  await expect(clustersPage.running()).toHaveText([/^api/]);
  await page.goBack();
  await clustersPage
    .row('prod')
    .getByRole('cell')
    .getByRole('link', { name: '1 container', exact: true })
    .click();
  await expect(clustersPage.running()).toHaveText([/^cleaner/]);
  await expect(clustersPage.workload('cleaner')).toContainText('Never scanned');
});

test('a cluster shows what has ended first, filtered by the address', async ({
  workspace,
  clustersPage,
  imagePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await workspace.reportCluster('prod', RUNNING);
  await clustersPage.openCluster('prod');
  await expect(clustersPage.running()).toHaveText([/^api/, /^cleaner|^web/, /^cleaner|^web/]);
  await page.getByRole('radio', { name: /^Over 12 months/ }).check({ force: true });
  await expect(clustersPage.running()).toHaveText([/^web/]);
  await page.reload();
  await expect(clustersPage.running()).toHaveText([/^web/]);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Namespace' }).click();
  await page.getByRole('option', { name: 'tools' }).click();
  await expect(clustersPage.running()).toHaveText([/^cleaner/]);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await clustersPage.workload('api').getByRole('link').first().click();
  await expect(imagePage.title).toHaveText('registry.example.com/shop/api:1');
});

test('lists are narrowed to a cluster, and searched in it by its name', async ({
  workspace,
  clustersPage,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await workspace.reportCluster('production', RUNNING.slice(1));
  await clustersPage.openCluster('production');
  await expect(clustersPage.title).toHaveText('production');
  const [, id = ''] = /\/clusters\/([\w-]+)/.exec(page.url()) ?? [];
  await imagesPage.open();
  await imagesPage.choose('Running', 'In production');
  await expect(imagesPage.names()).toHaveText(['registry.example.com/shop/api:1']);
  await expect(page).toHaveURL(new RegExp(`running=${id}`));
  await page.reload();
  await expect(imagesPage.names()).toHaveText(['registry.example.com/shop/api:1']);
  const file = await page.request.get(`/export/images.csv?running=${id}`);
  expect((await file.text()).trim().split('\n')).toHaveLength(2);
  await imagesPage.clear();
  await expect(imagesPage.names()).toHaveCount(2);

  await page.goto(`/findings?running=${id}`);
  const findings = page.getByRole('table', { name: 'Findings', exact: true });
  await expect(findings.getByRole('rowheader')).toHaveText(['Oldware 1', 'Laterware 5']);
  await page.goto('/findings?q=laterware+in+production');
  await expect(findings.getByRole('rowheader')).toHaveText(['Laterware 5']);

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('laterware in production');
  await expect(page.getByRole('option', { name: /^Laterware 5/ })).toContainText('1 image');
  await expect(page.getByRole('option', { name: /registry\.example\.com/ })).toHaveCount(1);
  await page.getByRole('option', { name: /^production/ }).click();
  await expect(clustersPage.title).toHaveText('production');
});

test('nodes and kubelets are judged, and the unknown is said', async ({
  workspace,
  clustersPage,
  page,
}) => {
  await workspace.reportCluster('prod', RUNNING, { version: 'v1.20.4', node: 'one' });
  await clustersPage.openCluster('prod');
  await page.getByRole('link', { name: /^Nodes/ }).click();
  await expect(clustersPage.nodes.getByRole('row').filter({ hasText: 'one' })).toContainText(
    'v1.20.4',
  );
  await expect(clustersPage.nodes).toContainText('The report does not tell it');
});

test('a cluster that is silent for a day says so', async ({ workspace, clustersPage, page }) => {
  await workspace.reportCluster('prod', RUNNING);
  await workspace.silenceClusters();
  await clustersPage.open();
  await expect(clustersPage.row('prod')).toContainText('Silent for 2 days');
  await clustersPage.openCluster('prod');
  await expect(page.getByText('This cluster has not reported since')).toBeVisible();
});

test('an admin forgets a cluster, once that is confirmed', async ({
  workspace,
  clustersPage,
  page,
}) => {
  await workspace.reportCluster('prod', RUNNING);
  await workspace.reportCluster('test', []);
  await clustersPage.openCluster('prod');
  await expect(clustersPage.running()).toHaveCount(3);
  const { pathname } = new URL(page.url());
  await clustersPage.deletion.click();
  await expectAccessible(page);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Forget cluster' }).click();
  await expect(page.getByText('prod was forgotten')).toBeVisible();
  await expect(clustersPage.names()).toHaveText(['test']);
  await page.goto(pathname);
  await expect(clustersPage.title).toHaveText('There is no such cluster');
});

test('a cluster of another organization does not exist', async ({
  workspace,
  context,
  clustersPage,
  page,
}) => {
  await workspace.reportCluster('prod', RUNNING);
  await clustersPage.openCluster('prod');
  await expect(clustersPage.title).toHaveText('prod');
  const viewer = await workspace.outsider();
  await workspace.joinAnother(viewer, 'Elsewhere');
  await context.addCookies([viewer.cookie]);
  await page.reload();
  await expect(clustersPage.title).toHaveText('There is no such cluster');
});

for (const role of ['admin', 'viewer'] as const) {
  test.describe(`as ${role}`, () => {
    test.use({ role });
    test(
      'all views are accessible and fit, also with long names',
      { tag: '@phone' },
      async ({ workspace, clustersPage, page }) => {
        await workspace.uploadAll(SCANS);
        const image = `registry.example.com/${'deep/'.repeat(20)}service:1`;
        const long = { namespace: 'n'.repeat(63), owner: 'w'.repeat(120), image };
        const name = `arn:aws:eks:eu-central-1:123456789012:cluster/${'long-'.repeat(20)}name`;
        await workspace.reportCluster(name, [...RUNNING, long], {
          ...{ version: 'v1.20.4-eks-1', node: `ip-${'x'.repeat(100)}` },
        });
        await clustersPage.open();
        await expect(clustersPage.names()).toHaveCount(1);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
        await clustersPage.names().first().getByRole('link').click();
        await expect(clustersPage.running()).toHaveCount(4);
        await expect(clustersPage.deletion).toHaveCount(role === 'admin' ? 1 : 0);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
        await page.getByRole('link', { name: /^Nodes/ }).click();
        await expect(clustersPage.nodes.getByRole('rowheader')).toHaveCount(1);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      },
    );
  });
}
