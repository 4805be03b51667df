import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const soon = { product: 'Soonware', cycle: '3', eol: daysFromToday(40) };
const later = { product: 'Laterware', cycle: '5', eol: daysFromToday(900) };

const SCANS: readonly ScanSketch[] = [
  { project: 'github//acme/billing', image: 'billing:1', matches: [ended, soon] },
  { project: 'github//acme/billing', image: 'gateway:3', matches: [ended, later] },
  { project: 'legacy', image: 'mailer:4', matches: [later] },
];

test('lists, finds and sorts projects', async ({ workspace, projectsPage, page }) => {
  await workspace.uploadAll(SCANS);
  await projectsPage.open();
  await expect(projectsPage.names()).toHaveText(['acme/billing', 'legacy']);
  await projectsPage.sortBy('Latest scan');
  await expect(projectsPage.names()).toHaveText(['legacy', 'acme/billing']);
  await page.reload();
  await expect(projectsPage.names()).toHaveText(['legacy', 'acme/billing']);
  await projectsPage.search.fill('BILL');
  await expect(projectsPage.names()).toHaveText(['acme/billing']);
  await projectsPage.search.fill('nothing of it');
  await expect(page.getByText('No project matches “nothing of it”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(projectsPage.names()).toHaveCount(2);
});

test('numbers lead to exactly what they count', async ({
  workspace,
  projectsPage,
  imagesPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  const software = page.getByRole('table', { name: 'Software' }).getByRole('rowheader');
  await projectsPage.open();
  await projectsPage.row('acme/billing').getByRole('link', { name: '2 images' }).click();
  await expect(imagesPage.names()).toHaveCount(2);
  await projectsPage.open();
  await projectsPage.row('acme/billing').getByRole('link', { name: 'Ended: 1 software' }).click();
  await expect(software).toHaveText([/^Oldware 1/]);
  await projectsPage.openProject('acme/billing');
  await expect(projectsPage.title).toHaveText('acme/billing');
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Over 12 months: 1 software' })
    .first()
    .click();
  await expect(software).toHaveText([/^Laterware 5/]);
});

test('a project’s page lists its images alone, with filters of its own', async ({
  workspace,
  projectsPage,
  imagePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await projectsPage.openProject('acme/billing');
  await expect(projectsPage.imageNames()).toHaveText(['billing:1', 'gateway:3']);
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /: Ended 2,/);
  await page.getByRole('radio', { name: /^Over 12 months/ }).click();
  await expect(projectsPage.imageNames()).toHaveText(['gateway:3']);
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]+\?state=later$/);
  await page.reload();
  await expect(projectsPage.imageNames()).toHaveText(['gateway:3']);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(projectsPage.imageNames()).toHaveCount(2);
  await projectsPage.imageNames().first().click();
  await expect(imagePage.title).toHaveText('billing:1');
  await page.goBack();
  await expect(projectsPage.title).toHaveText('acme/billing');
});

test('the numbers of the filter are there with the page', async ({
  workspace,
  projectsPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await projectsPage.openProject('acme/billing');
  await expect(projectsPage.imageNames()).toHaveCount(2);
  const html = await (await page.request.get(new URL(page.url()).pathname)).text();
  expect(html).toMatch(/>Over 12 months<span [^>]*>1<\/span><\/label>/);
});

test('an admin deletes a project, once its name is typed', async ({
  workspace,
  projectsPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await projectsPage.openProject('acme/billing');
  await expect(projectsPage.imageNames()).toHaveCount(2);
  const { pathname } = new URL(page.url());
  await projectsPage.deletion.click();
  await expectAccessible(page);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('acme/bill');
  await expect(dialog.getByRole('button', { name: 'Delete project' })).toBeDisabled();
  await projectsPage.confirmDeletion('acme/billing');
  await expect(page.getByText('acme/billing was deleted')).toBeVisible();
  await expect(projectsPage.names()).toHaveText(['legacy']);
  await page.goto(pathname);
  await expect(projectsPage.title).toHaveText('There is no such project');
});

test('a project of another organization does not exist', async ({
  workspace,
  context,
  projectsPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await projectsPage.openProject('legacy');
  await expect(projectsPage.title).toHaveText('legacy');
  const viewer = await workspace.outsider();
  await workspace.joinAnother(viewer, 'Elsewhere');
  await context.addCookies([viewer.cookie]);
  await page.reload();
  await expect(projectsPage.title).toHaveText('There is no such project');
});

test('keys and the palette lead to projects', async ({
  workspace,
  overviewPage,
  projectsPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await overviewPage.open();
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page).toHaveURL(/\/projects$/, { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('legacy');
  await page.getByRole('option', { name: /^legacy/ }).click();
  await expect(projectsPage.title).toHaveText('legacy');
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(overviewPage.title).toBeVisible();
});

for (const role of ['admin', 'member', 'viewer'] as const) {
  test.describe(`as ${role}`, () => {
    test.use({ role });
    test(
      'both pages are accessible and fit, also with a long name',
      { tag: '@phone' },
      async ({ workspace, projectsPage, page }) => {
        const project = `gitlab//${'deep/'.repeat(38)}service`;
        await workspace.uploadAll([...SCANS, { ...SCANS[0], project, image: 'deep:1' }]);
        await projectsPage.open();
        await expect(projectsPage.names()).toHaveCount(3);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
        await projectsPage.search.fill('deep');
        await expect(projectsPage.names()).toHaveCount(1);
        await projectsPage.names().first().getByRole('link').click();
        await expect(projectsPage.imageNames()).toHaveText(['deep:1']);
        await expect(projectsPage.deletion).toHaveCount(role === 'admin' ? 1 : 0);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      },
    );
  });
}
