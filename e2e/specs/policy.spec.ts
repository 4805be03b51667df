import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// Products that no catalog knows: their dates are those of the scan.
const ended = { product: 'Acme Runtime', cycle: '16', eol: daysFromToday(-133) };
const soon = { product: 'Acme Forms', cycle: '4.2', eol: daysFromToday(40) };
const unknown = { product: 'Acme Router', cycle: '4', eol: '0001-01-01' };

const SCANS: readonly ScanSketch[] = [
  { project: 'github//acme/billing', image: 'billing:1', matches: [ended, soon] },
  { project: 'github//acme/shop', image: 'shop:2', matches: [soon, unknown] },
  { project: 'legacy', image: 'mailer:4' },
];

test.beforeEach(({ workspace }) => workspace.uploadAll(SCANS));

test('while a policy is written, the page tells what it would do', async ({ policyPage, page }) => {
  await policyPage.openNew();
  // A new policy breaks no build.
  await expect(policyPage.figure('Warned')).toContainText('2+2, now 0');
  await expect(policyPage.figure('Denied')).toContainText('0as now');
  await policyPage.when('fail', 'from the day it ends');
  await expect(policyPage.figure('Denied')).toContainText('1+1, now 0');
  await expect(policyPage.figure('Warned')).toContainText('1+1, now 0');
  await expect(policyPage.images).toContainText('1 image would be denied today');
  await expect(policyPage.images.getByRole('listitem')).toContainText([
    'Acme Runtime 16, ended 133 days ago',
  ]);
  await policyPage.figure('Warned').click();
  await expect(policyPage.images.getByRole('link')).toHaveText(['shop:2']);
  await expect(policyPage.differences).toContainText('Acme Router 4');
  await expect(policyPage.differences).toContainText('unknown end of life');

  await policyPage.days('warn').fill('10');
  await expect(policyPage.figure('Warned')).toContainText('0as now');
  await page.getByText(/\d+ dates? on which this changes/).click();
  const dates = page.getByRole('region', { name: 'Coming dates' });
  await dates.getByRole('row').last().getByRole('button', { name: 'Denied' }).click();
  await expect(policyPage.images.getByRole('link')).toHaveText(['billing:1', 'shop:2']);
  await expectAccessible(page);

  await policyPage.choose('Whose builds', 'the project');
  await expect(page.getByText('The sentence is no policy yet.')).toBeVisible();
  await policyPage.project.fill('github//acme/shop');
  await expect(policyPage.figure('Denied')).toContainText('0as now');
});

test(
  'parts that cannot be are told of where they stand',
  { tag: '@phone' },
  async ({ policyPage, page }) => {
    await policyPage.openNew();
    await policyPage.when('fail', 'days before it ends');
    await policyPage.days('fail').fill('120');
    await expect(page.getByText('Builds would fail before they warn.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await policyPage.days('fail').fill('3651');
    await policyPage.save.click();
    await expect(page.getByText('A whole number from 0 to 3,650.')).toBeVisible();
    await expect(policyPage.days('fail')).toBeFocused();
    await policyPage.when('fail', 'never');
    await policyPage.choose('Which products', 'the product');
    await policyPage.save.click();
    await expect(page.getByText('Name the product.')).toBeVisible();
    await expect(policyPage.product).toBeFocused();
    await policyPage.product.fill('Acme Forms');
    await policyPage.cycle.fill('4.x');
    await policyPage.cycle.blur();
    await expect(page.getByText(/One to three numbers, as Acme Forms counts/)).toBeVisible();
    await policyPage.when('warn', 'never');
    await policyPage.cycle.fill('4.2');
    await expect(page.getByText('Say when builds warn, when they fail, or both.')).toBeVisible();
  },
);

test('a policy is created, changed, deleted and brought back', async ({
  policiesPage,
  policyPage,
  page,
}) => {
  await policyPage.openNew();
  await policyPage.choose('Whose builds', 'the project');
  await policyPage.project.fill('github//acme/shop');
  await policyPage.days('warn').fill('60');
  await policyPage.when('fail', 'from the day it ends');
  await policyPage.save.click();
  const first =
    'Builds of acme/shop warn 60 days before the end of any product and fail from the day it ends.';
  await expect(policiesPage.sentences()).toHaveText([first]);
  await expect(policiesPage.card(first)).toContainText('Warned today: 1 image');

  await policiesPage.sentences().first().getByRole('link').click();
  await expect(policyPage.project).toHaveValue('github//acme/shop');
  await policyPage.when('fail', 'from a date on');
  await policyPage.day('fail').fill('2030-01-31');
  await policyPage.save.click();
  const changed =
    'Builds of acme/shop warn 60 days before the end of any product and fail from 31 Jan 2030 on, ended or not.';
  await expect(policiesPage.sentences()).toHaveText([changed]);

  await policiesPage.sentences().first().getByRole('link').click();
  await policyPage.remove.click();
  const question = page.getByRole('alertdialog', { name: 'Delete this policy?' });
  await expect(question).toContainText(changed);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete policy' }).click();
  await expect(page.getByText('every build passes')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(policiesPage.sentences()).toHaveText([changed]);
});

test('a policy for what runs counts what runs, and says when nobody knows', async ({
  workspace,
  policiesPage,
  policyPage,
  page,
}) => {
  await policyPage.openNew();
  await policyPage.template('Nothing that ended in production').click();
  await expect(page.getByText('No cluster has reported for a week')).toBeVisible();
  await expect(policyPage.figure('Denied')).toContainText('0as now');
  await expectAccessible(page);
  const workload = { namespace: 'billing', owner: 'billing', image: 'billing:1' };
  await workspace.reportCluster('production', [workload]);
  await policyPage.openNew();
  await policyPage.template('Nothing that ended in production').click();
  await expect(page.getByText('1 image runs in a cluster now')).toBeVisible();
  await expect(policyPage.figure('Denied')).toContainText('1+1, now 0');
  await expect(policyPage.differences).toContainText('Acme Runtime 16');
  await expect(policyPage.differences).toContainText('cannot know what does');
  await policyPage.save.click();
  await expect(policyPage.question).toHaveAccessibleName(
    '1 image of 1 project would fail from now on',
  );
  const force = policyPage.question.getByRole('button', { name: 'Fail from now on' });
  await expect(force).toBeDisabled();
  await policyPage.question.getByLabel('Or type 1 to let builds fail').fill('1');
  await page.keyboard.press('Enter');
  const sentence =
    'Builds of any project whose image runs in a cluster warn 90 days before the end of any product and fail from the day it ends.';
  await expect(policiesPage.sentences()).toHaveText([sentence]);
  await expect(policiesPage.card(sentence)).toContainText('Denied today: 1 image');
});

test.describe('packages that registries speak against, and stale lines', () => {
  const OLD = 'pkg:npm/old-thing@1.0.0';
  const CALM = 'pkg:npm/calm-thing@1.4.2';
  const SPOKEN = 'Deprecated packages';
  const STALE = 'Packages of a stale line';

  test.beforeEach(async ({ workspace }) => {
    await workspace.upload({ project: 'github//acme/portal', image: 'portal:1', purls: [OLD] });
    await workspace.upload({ project: 'legacy', image: 'cellar:1', purls: [CALM] });
    await workspace.deprecatedAndStale(OLD, CALM);
  });

  test('have clauses of their own, whose effect is told while they are written', async ({
    imagesPage,
    policiesPage,
    policyPage,
    page,
  }) => {
    await policyPage.openNew();
    await policyPage.when('warn', 'never');
    await expect(page.getByText('The sentence is no policy yet.')).toBeVisible();
    await policyPage.choose(SPOKEN, 'fail');
    await expect(policyPage.figure('Denied')).toContainText('1+1, now 0');
    await expect(page.getByText('Packages are judged by what their registries say')).toBeVisible();
    await policyPage.choose(STALE, 'warn');
    await expect(policyPage.figure('Warned')).toContainText('1+1, now 0');
    await policyPage.figure('Denied').click();
    await expect(policyPage.images.getByRole('link')).toHaveText(['portal:1']);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await policyPage.save.click();
    await expect(policyPage.question).toHaveAccessibleName(
      '1 image of 1 project would fail from now on',
    );
    await policyPage.question.getByLabel('Or type 1 to let builds fail').fill('1');
    await page.keyboard.press('Enter');
    const sentence =
      'Builds of any project fail for packages that their registry calls deprecated, yanked, archived or moved, and warn for packages of a stale line.';
    await expect(policiesPage.sentences()).toHaveText([sentence]);
    await expect(policiesPage.card(sentence)).toContainText('Denied today: 1 image');

    await imagesPage.open();
    await imagesPage.names().filter({ hasText: 'portal:1' }).click();
    const judged = page.getByRole('region', { name: 'Packages that policies judge' });
    await expect(judged).toContainText('old-thing 1.0.0');
    await expect(judged).toContainText('Successor: newer-thing');
    await expectAccessible(page);
    await judged.getByRole('link', { name: `“${sentence.slice(0, -1)}”` }).click();
    await expect(page.getByRole('combobox', { name: SPOKEN })).toContainText('fail');
    await expect(page.getByRole('combobox', { name: STALE })).toContainText('warn');
  });

  test('are no part of a policy on one product', async ({ policyPage, page }) => {
    await policyPage.openNew();
    await expect(page.getByRole('combobox', { name: STALE })).toBeVisible();
    await policyPage.choose('Which products', 'the product');
    await expect(page.getByRole('combobox', { name: STALE })).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: SPOKEN })).toHaveCount(0);
  });
});

test('an older policy is not offered back: it would change places', async ({
  workspace,
  policyPage,
  policiesPage,
  page,
}) => {
  const older = await workspace.policy({ warnDays: 90 });
  await workspace.policy({ warnDays: 30 });
  await policyPage.open(older);
  await policyPage.remove.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('It cannot be put back in its place');
  await question.getByRole('button', { name: 'Delete policy' }).click();
  await expect(policiesPage.sentences()).toHaveCount(1);
  await expect(page.getByText('The policy was deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('a policy that only warns is not deleted by one press where it holds back what others deny', async ({
  workspace,
  policyPage,
  policiesPage,
  page,
}) => {
  await workspace.policy({ denyDays: 0 });
  await policyPage.open(await workspace.policy({ warnDays: 90 }));
  await policyPage.remove.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 image of 1 project would fail then by other policies');
  const remove = question.getByRole('button', { name: 'Delete policy' });
  await expect(remove).toBeDisabled();
  await expectAccessible(page);
  await question.getByLabel('Type 1 to confirm').fill('1');
  await remove.click();
  await expect(page.getByText('The policy was deleted', { exact: true })).toBeVisible();
  await expect(policiesPage.sentences()).toHaveCount(1);
});

test('a trust policy is held to its shape while it is typed', async ({
  policiesPage,
  policyPage,
  page,
}) => {
  await policyPage.openNew('?kind=signatures');
  const sample = await policyPage.trustPolicy.inputValue();
  // The page does not hear what is typed before it listens.
  await expect(async () => {
    await policyPage.trustPolicy.fill('');
    await policyPage.trustPolicy.fill('{');
    await expect(page.getByText(/This is not JSON yet/)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  await expect(policyPage.save).toBeDisabled();
  await policyPage.trustPolicy.fill(sample.replace('"ca:xeol.io"', ''));
  await expect(page.getByText(/trustPolicies\[0\]\.trustStores/)).toBeVisible();
  await expectAccessible(page);
  await policyPage.trustPolicy.fill(sample);
  await policyPage.when('warn', 'from a date on');
  await policyPage.day('warn').fill('2030-01-31');
  await policyPage.save.click();
  await expect(policiesPage.sentences()).toHaveText([
    'Builds of any project warn from 31 Jan 2030 on unless their image is signed by the rules of the trust policy production.',
  ]);
  await expect(policiesPage.card('Builds of any project')).toContainText('strict');
  await policyPage.openNew('?kind=signatures');
  await expect(page.getByText('There is one already')).toBeVisible();
});

test('what fails builds over signatures from today is asked about, with the images that are not verified', async ({
  policiesPage,
  policyPage,
  page,
}) => {
  await policyPage.openNew('?kind=signatures');
  await policyPage.when('fail', 'from a date on');
  await policyPage.day('fail').fill(daysFromToday(1));
  await policyPage.day('fail').fill(daysFromToday(0));
  await policyPage.save.click();
  const question = page.getByRole('alertdialog', { name: 'Let builds fail from now on?' });
  await expect(question).toContainText('3 images have no verified signature now.');
  await expect(question).toContainText('Builds of images without a verified signature will fail.');
  const fail = question.getByRole('button', { name: 'Fail from now on' });
  await expect(fail).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await policyPage.save.click();
  await question.getByLabel('Type 3 to confirm').fill('3');
  await fail.click();
  await expect(policiesPage.sentences()).toHaveCount(1);
});

test('a failed preview says so, and typing goes on', async ({ policyPage, page }) => {
  await policyPage.openNew();
  await expect(policyPage.figure('Denied')).toBeVisible();
  const forecast = /\/api\/trpc\/[^?]*policy\.forecast/;
  await page.route(forecast, (route) => route.fulfill({ status: 502, body: 'bad gateway' }));
  await policyPage.days('warn').fill('45');
  await expect(page.getByText('What it would do could not be worked out.')).toBeVisible({
    timeout: 90_000,
  });
  await expect(policyPage.days('warn')).toHaveValue('45');
  await page.unroute(forecast);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(policyPage.figure('Denied')).toBeVisible();
});

test(
  'what would break builds is asked about, and can begin later',
  { tag: '@phone' },
  async ({ policiesPage, policyPage, page }) => {
    await policyPage.openNew();
    await expect(policyPage.figure('Warned')).toContainText('2+2, now 0');
    await policyPage.template('Warn 90 days before, fail 30 days after').click();
    await expect(policyPage.figure('Denied')).toContainText('1+1, now 0');
    await expectNoSidewaysScroll(page);
    await policyPage.save.click();
    await expect(policyPage.question).toContainText('With this policy its next build fails.');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath('asked.png') });
    await page.keyboard.press('Escape');
    await expect(policyPage.question).toHaveCount(0);
    await policyPage.save.click();
    const start = policyPage.question.getByLabel('First day on which builds fail');
    await start.fill('2001-01-01');
    await expect(policyPage.question).toContainText('Choose a day after today.');
    await start.fill('2035-01-31');
    await policyPage.question
      .getByRole('button', { name: 'Let it warn until 30 Jan 2035', exact: true })
      .click();
    const sentence =
      'Builds of any project warn 90 days before the end of any product and fail 30 days after it, but not before 31 Jan 2035.';
    await expect(policiesPage.sentences()).toHaveText([sentence]);
    await expect(policiesPage.card(sentence)).toContainText('Warned today: 2 images');
    await policiesPage.sentences().first().getByRole('link').click();
    await expect(policyPage.start).toHaveValue('2035-01-31');
    await policyPage.choose('From when builds may fail', 'starting now');
    await expect(policyPage.figure('Denied')).toContainText('1+1, now 0');
    await policyPage.save.click();
    await expect(policyPage.question).toHaveAccessibleName(/would fail from now on$/);
  },
);

test('nothing is put in force before it is known what it does', async ({
  policiesPage,
  policyPage,
  page,
}) => {
  await policyPage.openNew();
  await expect(policyPage.figure('Warned')).toContainText('2+2, now 0');
  await expect(policyPage.save).toBeEnabled();
  const preview = /\/api\/trpc\/[^?]*policy\.preview/;
  const held = Promise.withResolvers<undefined>();
  await page.route(preview, async (route) => {
    await held.promise;
    await route.continue();
  });
  await policyPage.days('warn').fill('45');
  await expect(policyPage.form.getByText('Working out what it would do…')).toBeVisible();
  await expect(policyPage.save).toBeDisabled();
  held.resolve(undefined);
  await expect(policyPage.save).toBeEnabled();
  await page.unroute(preview);

  await page.route(preview, (route) => route.fulfill({ status: 502, body: 'bad gateway' }));
  await policyPage.days('warn').fill('46');
  await expect(policyPage.save).toBeDisabled();
  await expect(policyPage.save).toBeEnabled({ timeout: 90_000 });
  await policyPage.save.click();
  await expect(policyPage.question).toHaveAccessibleName(
    'What it would do could not be worked out',
  );
  await policyPage.question.getByLabel('Or type fail to let builds fail').fill('fail');
  await policyPage.question.getByRole('button', { name: 'Fail from now on' }).click();
  await expect(policiesPage.sentences()).toHaveText([
    'Builds of any project warn 46 days before the end of any product.',
  ]);
});

test('a policy of another organization is none', async ({ policyPage, page }) => {
  await policyPage.open('01931c61-7a20-7e55-8c4d-3f6b9d1e2a70');
  await expect(page.getByText('There is no such policy')).toBeVisible();
});
