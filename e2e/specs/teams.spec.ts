import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Names that the catalog does not know, so that the dates are the scans'.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const later = { product: 'Laterware', cycle: '5', eol: daysFromToday(900) };
const SCANS: readonly ScanSketch[] = [
  { project: 'acme/billing', image: 'billing:1', matches: [ended] },
  { project: 'acme/gateway', image: 'gateway:3', matches: [ended, later] },
  { project: 'legacy', image: 'mailer:4', matches: [later], labels: { team: 'pay' } },
];

test(
  'says what teams are for while there is none',
  { tag: '@phone' },
  async ({ workspace, page }) => {
    await workspace.uploadAll(SCANS);
    await page.goto('/teams');
    await expect(page.getByText('Your teams will be listed here')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    // A filter that could choose nothing is not offered.
    await page.goto('/projects');
    await expect(page.getByRole('table', { name: 'Projects' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Owner', exact: true })).toHaveCount(0);
  },
);

test(
  'a team is made, rules give it projects, and every list can be seen as its people’s own',
  { tag: '@phone' },
  async ({ workspace, page }) => {
    await workspace.uploadAll(SCANS);
    await page.goto('/teams');
    await page.getByRole('button', { name: 'Create a team' }).click();
    await page.getByLabel('Name').fill('Payments');
    await page.getByLabel('Link').fill('http://chat.example.com');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('An address that begins with https://')).toBeVisible();
    await page.getByLabel('Link').fill('https://chat.example.com/payments');
    await page.getByLabel('E-mail').fill('payments@example.com');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
    const people = page.getByRole('table', { name: 'People' });
    // The one who made the organization, and the reader.
    for (const count of [1, 2]) {
      await page.getByRole('button', { name: 'Add a person' }).click();
      await page
        .getByRole('option', { name: /@example\.com/ })
        .first()
        .click();
      await expect(people.getByRole('rowheader')).toHaveCount(count);
    }

    await page.getByRole('link', { name: 'All rules' }).click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await expect(page.getByText('Not whole yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    // Of labels, what images have is offered.
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Label' }).click();
    await page.getByLabel('Label', { exact: true }).fill('team');
    await expect(page.locator('datalist option[value="team"]')).toHaveCount(1);
    await expect(page.locator('datalist option[value="pay"]')).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await page.getByRole('textbox', { name: 'Pattern of the project’s name' }).fill('ACME/*');
    await page.getByRole('button', { name: 'Team', exact: true }).click();
    await page.getByRole('option', { name: 'Payments' }).click();
    await page.getByRole('button', { name: 'Show what they would do' }).click();
    await expect(page.getByText('2 projects would get an owner')).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Projects that would change hands' }).getByRole('listitem'),
    ).toHaveText(['acme/billingnobody → Payments', 'acme/gatewaynobody → Payments']);
    await expect(page.getByText('1 project would have no owner.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved. 2 projects changed')).toBeVisible();

    await page.goto('/teams');
    const teams = page.getByRole('table', { name: 'Teams' });
    await expect(teams.getByRole('rowheader')).toHaveText(['Payments']);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: '1 project', exact: true }).click();
    const projects = page.getByRole('table', { name: 'Projects' }).getByRole('rowheader');
    await expect(projects).toHaveText(['legacy']);
    await page.goto('/projects?owner=mine');
    await expect(projects).toHaveText([/^acme\//, /^acme\//]);
    await page.goto('/images?owner=none');
    await expect(page.getByRole('table', { name: 'Images' }).getByRole('rowheader')).toHaveText([
      /mailer/,
    ]);
  },
);

test('the overview, the timeline and the software are narrowed to an owner, by the address', async ({
  workspace,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  const payments = await workspace.makeTeam('Payments', ['acme/billing']);
  await page.goto('/');
  await page.getByRole('button', { name: 'Owner', exact: true }).click();
  await page.getByRole('option', { name: 'Payments' }).click();
  await expect(page).toHaveURL(new RegExp(`owner=${payments}`));
  const top = page.getByRole('region', { name: 'Move first', exact: true });
  await expect(top.getByRole('link', { name: '1 image' })).toHaveCount(1);
  await page.reload();
  await top.getByRole('link', { name: '1 image' }).click();
  await expect(page.getByRole('table', { name: 'Images' }).getByRole('rowheader')).toHaveText([
    /billing/,
  ]);
  await page.goto(`/software?owner=${payments}`);
  const software = page.getByRole('table', { name: 'Software' }).getByRole('rowheader');
  await expect(software).toHaveText([/^Oldware 1/]);
  await page.goto('/timeline?as=table&owner=none');
  const timeline = page.getByRole('table', { name: 'Timeline' }).getByRole('rowheader');
  await expect(timeline).toHaveText([/Oldware 1/, /Laterware 5/]);
  await page.goto('/timeline?as=table&owner=mine');
  await expect(
    page.getByText('No software matches these filters: owned by your teams.'),
  ).toBeVisible();
});

test('a project’s owner is set by hand, and given back to the rules', async ({
  workspace,
  projectsPage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await workspace.makeTeam('Payments', []);
  await projectsPage.openProject('legacy');
  const owner = page.getByRole('region', { name: 'Owner' });
  await expect(owner).toContainText('Nobody · no rule says who');
  await owner.getByRole('button', { name: 'Set by hand' }).click();
  await page.getByRole('option', { name: 'Payments' }).click();
  await expect(owner).toContainText('payments@example.com · set by hand');
  await expectAccessible(page);
  await owner.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
  await expect(page.getByRole('table', { name: 'Projects' }).getByRole('rowheader')).toHaveText([
    'legacy',
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete team' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete team' }).click();
  await expect(page.getByText('Your teams will be listed here')).toBeVisible();
});

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });
  test('reads teams and rules, and changes nothing', async ({ workspace, projectsPage, page }) => {
    await workspace.uploadAll(SCANS);
    const payments = await workspace.makeTeam('Payments', ['legacy']);
    await page.goto(`/teams/${payments}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add a person' })).toHaveCount(0);
    await page.getByRole('link', { name: 'All rules' }).click();
    await expect(page.getByText('There is no rule yet.')).toBeVisible();
    await projectsPage.openProject('legacy');
    const owner = page.getByRole('region', { name: 'Owner' });
    await expect(owner).toContainText('Payments');
    await expect(owner.getByRole('button')).toHaveCount(0);
    await page.goto('/teams/01890000-0000-7000-8000-0000000000ff');
    await expect(page.getByText('There is no such team')).toBeVisible();
  });
});
