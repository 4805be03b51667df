import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Products that no catalog knows: their dates are those of the scan.
const ended = { product: 'Acme Runtime', cycle: '16', eol: daysFromToday(-133) };
const soon = { product: 'Acme Forms', cycle: '4.2', eol: daysFromToday(40) };
const later = { product: 'Acme Cache', cycle: '7.4', eol: daysFromToday(900) };

const SCANS: readonly ScanSketch[] = [
  { project: 'github//acme/billing', image: 'billing:1', matches: [ended, soon] },
  { project: 'github//acme/shop', image: 'shop:2', matches: [soon] },
  { project: 'legacy', image: 'mailer:4', matches: [later] },
];

const EVERYWHERE = 'Builds of any project warn 90 days before the end of any product.';
const OF_BILLING =
  'Builds of acme/billing warn from the day any product ends and fail from the day it ends.';
const OF_PRODUCT = 'Builds of any project fail from the day Acme Cache up to 7 ends.';

test.describe('the policies', () => {
  test.beforeEach(async ({ workspace }) => {
    await workspace.uploadAll(SCANS);
    await workspace.policy({ warnDays: 90 });
    await workspace.policy({
      scope: 'project',
      projectName: 'github//acme/billing',
      warnDays: 0,
      denyDays: 0,
    });
    await workspace.policy({
      scope: 'software',
      productName: 'Acme Cache',
      cycle: '7',
      cycleOperator: 'LTE',
      denyDays: 0,
    });
  });

  test(
    'are sentences, in the order in which they decide',
    { tag: '@phone' },
    async ({ policiesPage, page }) => {
      await policiesPage.open();
      await expect(policiesPage.sentences()).toHaveText([OF_PRODUCT, OF_BILLING, EVERYWHERE]);
      await expect(policiesPage.card(OF_PRODUCT)).toContainText('Decides on no image today');
      await expect(policiesPage.card(OF_BILLING)).toContainText('Denied today: 1 image');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    },
  );

  test('lead from each number to the images that it counts', async ({ policiesPage, page }) => {
    await policiesPage.open();
    const images = page.getByRole('table', { name: 'Images under policies' });
    await policiesPage.card(EVERYWHERE).getByRole('link', { name: 'Warned today' }).click();
    await expect(images.getByRole('rowheader')).toHaveText(['billing:1', 'shop:2']);
    await expect(images).not.toContainText('Evidence');
    await expect(page.getByText(EVERYWHERE).first()).toBeVisible();
    await page.goBack();
    await policiesPage.figure('Denied').click();
    await expect(images.getByRole('rowheader')).toHaveText(['billing:1']);
    await expect(images).toContainText('Acme Runtime 16, ended 133 days ago');
    await expect(images.getByRole('link', { name: 'Why Acme Runtime 16' })).toHaveAttribute(
      'href',
      /^\/findings\/[0-9a-f-]{36}$/,
    );
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Allowed' }).click();
    await expect(images.getByRole('rowheader')).toHaveText(['mailer:4']);
  });

  test('can be searched and filtered, which the address keeps', async ({ policiesPage, page }) => {
    await policiesPage.open();
    await policiesPage.search.fill('acme cache UP');
    await expect(policiesPage.sentences()).toHaveText([OF_PRODUCT]);
    await page.reload();
    await expect(policiesPage.sentences()).toHaveText([OF_PRODUCT]);
    await policiesPage.search.fill('');
    await policiesPage.about('Projects').click();
    await expect(policiesPage.sentences()).toHaveText([OF_BILLING]);
    await policiesPage.about('Signatures').click();
    await expect(page.getByText('No policy matches these filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(policiesPage.sentences()).toHaveCount(3);
  });

  test('are found in the palette by their sentence', async ({ policiesPage, page }) => {
    await policiesPage.open();
    await expect(async () => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox')).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.getByRole('combobox').fill('acme/billing warn');
    await page.getByRole('option', { name: OF_BILLING }).click();
    await expect(page).toHaveURL(/\/policies\/[0-9a-f-]{36}$/);
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await expect(page).toHaveURL(/\/policies$/);
  });

  test('are named on the page of an image that they decide on', async ({
    imagesPage,
    imagePage,
    page,
  }) => {
    await imagesPage.open();
    await imagesPage.names().first().click();
    await expect(imagePage.facts).toContainText('Denied');
    await imagePage
      .group('Ended')
      .getByRole('link', { name: /^“Builds of acme\/billing/ })
      .click();
    await expect(page).toHaveTitle(/Builds of acme\/billing/);
  });

  test('a new one that decides before another asks before it lets pass what that denies', async ({
    policiesPage,
    policyPage,
    page,
  }) => {
    await policyPage.openNew();
    await policyPage.choose('Whose builds', 'the project');
    await policyPage.project.fill('github//acme/billing');
    await expect(policyPage.figure('Denied')).toContainText('0−1, now 1');
    await policyPage.save.click();
    const released = '1 image that is denied today would pass';
    await expect(policyPage.question).toHaveAccessibleName(released);
    await expect(policyPage.question).toContainText(
      `This policy would decide before ‘${OF_BILLING.replace(/\.$/, '')}’.`,
    );
    await expect(policyPage.question.getByLabel('First day on which builds fail')).toHaveCount(0);
    await expect(policyPage.question.getByRole('button', { name: 'Let them pass' })).toBeDisabled();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText(`${released}.`)).toBeVisible();
    await policyPage.save.click();
    await policyPage.question.getByLabel('Type 1 to let builds pass').fill('1');
    await page.keyboard.press('Enter');
    await expect(policiesPage.sentences()).toHaveCount(4);
    await expect(policiesPage.figure('Denied')).toContainText('0');
  });

  test('one that is to warn first asks before it lets pass for as long what is denied', async ({
    workspace,
    policiesPage,
    policyPage,
    page,
  }) => {
    const project = 'github//acme/billing';
    await workspace.uploadAll([{ project, image: 'billing:9', matches: [soon] }]);
    await policyPage.open(
      await workspace.policy({ scope: 'project', projectName: project, denyDays: 0 }),
    );
    await policyPage.when('fail', 'days before it ends');
    await policyPage.days('fail').fill('60');
    await policyPage.save.click();
    await expect(policyPage.question).toHaveAccessibleName(
      '1 image of 1 project would fail from now on',
    );
    await expect(policyPage.question).toContainText('1 image that is denied today would pass');
    const warn = policyPage.question.getByRole('button', { name: /^Let it warn until/ });
    const typed = policyPage.question.getByLabel('Type 1 to let builds pass until then');
    await expect(typed).toBeVisible();
    await expect(warn).toBeDisabled();
    // Nothing is wrong with the policy, and nothing says so.
    await expect(policyPage.form.getByRole('alert', { includeHidden: true })).toBeHidden();
    await expectAccessible(page);
    await typed.fill('1');
    // What is asked for comes right before what waits for it.
    await typed.press('Tab');
    await expect(warn).toBeFocused();
    await warn.click();
    await expect(policiesPage.figure('Denied')).toContainText('0');
  });

  for (const role of ['member', 'viewer'] as const) {
    test.describe(`for a ${role}`, () => {
      test.use({ role });
      test(
        'are there to read alone',
        { tag: '@phone' },
        async ({ policiesPage, policyPage, page }) => {
          await policiesPage.open();
          await expect(policiesPage.sentences()).toHaveCount(3);
          await expect(policiesPage.create).toHaveCount(0);
          await policiesPage.sentences().nth(1).getByRole('link').click();
          await expect(page.getByText(OF_BILLING)).toBeVisible();
          await expect(policyPage.figure('Denied')).toContainText('1');
          await expect(policyPage.images).toContainText('billing:1');
          await expect(policyPage.form).toHaveCount(0);
          await expect(policyPage.remove).toHaveCount(0);
          // The pointer's target shows its full name on top.
          await page.mouse.move(0, 0);
          await expectAccessible(page);
          await policyPage.openNew();
          await expect(page.getByText('Policies are written by admins.')).toBeVisible();
        },
      );
    });
  }
});

test.describe('while there is none', () => {
  test(
    'an admin is shown how to begin',
    { tag: '@phone' },
    async ({ policiesPage, policyPage, page }) => {
      await policiesPage.open();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Write the first policy' }).click();
      await expect(policyPage.form).toBeVisible();
    },
  );

  test.describe('for a viewer', () => {
    test.use({ role: 'viewer' });
    test('it says whom to ask', async ({ workspace, policiesPage, page }) => {
      await workspace.signedIn('admin');
      await policiesPage.open();
      await expect(page.getByText('Policies are written by admins.')).toBeVisible();
      await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible();
      await expect(page.getByRole('link', { name: 'Write the first policy' })).toHaveCount(0);
    });

    test('the page of a policy does, too', async ({ workspace, policyPage, page }) => {
      await workspace.signedIn('admin');
      await policyPage.open(await workspace.policy({ warnDays: 30 }));
      await expect(page.getByText('Policies are written by admins.')).toBeVisible();
      await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible();
      await expectAccessible(page);
    });
  });
});

test('what has long been over is denied by a policy, and not since a day on which nobody had seen it', async ({
  workspace,
  page,
}) => {
  await workspace.policy({ denyDays: 0 });
  const long = { product: 'Acme Runtime', cycle: '9', eol: daysFromToday(-1500) };
  const id = await workspace.upload({ project: 'old', image: 'old:1', matches: [long] });
  await page.goto(`/images/${id}`);
  await expect(
    page.getByText('Denied by “Builds of any project fail from the day any product ends”'),
  ).toBeVisible();
  await page.goto('/policies/images?are=denied');
  const row = page.getByRole('row').filter({ hasText: 'old:1' });
  await expect(row.getByRole('link', { name: 'Now', exact: true })).toBeVisible();
});
