import { expect, test as base } from '@playwright/test';
import { DEMO_PASSWORD } from '@/cli/demo/settings';
import { DEMO_STEPS } from '@/features/first-use/demo-steps';
import { people } from '../../prisma/seed/organization/people';
import { startDemo } from '../bench/web/demo-server';
import { pathsOfDemo } from '../bench/web/paths';
import type { Subject } from '../bench/web/subject';
import { expectAccessible, expectNoSidewaysScroll, faultsOfAxe } from '../pages/axe';
import { misfitsAfterResize } from '../pages/fits';
import { waitForHydration } from '../pages/hydrated';
import { SignInPage } from '../pages/sign-in-page';

/** The demo loads eighteen months of scans before it answers. */
const DEMO_TIMEOUT_MS = 900_000;

/** One demo for all of this file, in a server of its own: none of the other tests' is started. */
const test = base.extend<object, { demo: Subject }>({
  demo: [
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: DEMO_TIMEOUT_MS },
  ],
  baseURL: async ({ demo }, use) => use(demo.origin),
  page: async ({ page }, use) => use(waitForHydration(page)),
});

test('the demo explains itself in five steps, which stay closed once they are', async ({
  page,
}) => {
  await page.goto('/sign-in');
  await new SignInPage(page).signIn(people[0].email, DEMO_PASSWORD);
  const tour = page.getByRole('region', { name: 'About this demo' });
  const press = (name: string) => tour.getByRole('button', { name, exact: true }).click();
  const follow = (name: string) => tour.getByRole('link', { name, exact: true }).click();
  const [first, ...others] = DEMO_STEPS;
  expect(others).toHaveLength(4);
  await expect(tour).toContainText(`Demo, 1 of 5 ${first?.title ?? ''}.`);
  await expect(tour.getByRole('link', { name: 'Back', exact: true })).toHaveCount(0);
  await expectAccessible(page);

  for (const [index, step] of others.entries()) {
    await follow(`Next: ${step.title.toLowerCase()}`);
    await expect(page).toHaveURL((url) => url.pathname === step.href);
    await expect(tour).toContainText(`Demo, ${String(index + 2)} of 5 ${step.title}.`);
    await expect(tour).toContainText(step.text);
  }
  await follow('Back');
  await expect(tour).toContainText('Demo, 4 of 5');

  // A page that is opened anew goes on where the reader was.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/software');
  await expect(tour).toContainText('Demo, 4 of 5');
  await expectNoSidewaysScroll(page);

  await follow(`Next: ${DEMO_STEPS[4]?.title.toLowerCase() ?? ''}`);
  await expect(tour).toContainText('Demo, 5 of 5');
  // The tour is ahead of the page, which comes from the server.
  await expect(page).toHaveURL((url) => url.pathname === DEMO_STEPS[4]?.href);
  await press('Done');
  await expect(tour).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Images' })).toBeVisible();
  await expect(tour).toHaveCount(0);
});

/** A phone, a tablet, and the least of the laptops at which no version and no date may be cut. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
];

/** What pages look like in states that nothing on the way to them leads to. */
const STATES = [
  ...['/images?state=ended&columns=name.owner.scan.states', '/images?q=nothing-is-called-this'],
  ...['/images?page=999', '/images/compare', '/images/00000000-0000-4000-8000-000000000000'],
  ...[
    '/software?state=unknown',
    '/findings?state=ended',
    '/timeline?as=table',
    '/plans?view=table',
  ],
  ...[
    '/?show=table',
    '/?owner=mine',
    '/projects?owner=none',
    '/check?q=node+20%0Aleft-pad',
    '/nowhere',
  ],
  ...['/waivers/new', '/plans/new', '/contracts/new', '/teams/rules', '/policies/images'],
];

/** Some forty pages, each looked at twice with axe and in three windows. */
const PAGES_TIMEOUT_MS = 1_200_000;

// By far the longest of all browser tests, and begun last: in two parts, each with a demo of its own, for two workers to take.
for (const part of [0, 1]) {
  test.describe(`of every second page, from number ${String(part + 1)} on`, () => {
    test.describe.configure({ mode: 'parallel' });

    test('axe finds no fault, light or dark, and each fits a phone, a tablet and a small laptop, no date and no name cut', async ({
      page,
    }) => {
      test.setTimeout(PAGES_TIMEOUT_MS);
      await page.goto('/sign-in');
      await new SignInPage(page).signIn(people[0].email, DEMO_PASSWORD);
      await expect(page).toHaveURL('/');
      const paths = [...new Set([...(await pathsOfDemo(page)), ...STATES])];
      expect(paths.length).toBeGreaterThan(60);
      const desktop = page.viewportSize() ?? { width: 1440, height: 900 };
      const faults: string[] = [];
      for (const path of paths.filter((_, index) => index % 2 === part)) {
        await page.goto(path);
        const found = await faultsOfAxe(page);
        faults.push(...found.map((what) => `${path}: ${what}`));
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        for (const window of WINDOWS) {
          await page.setViewportSize(window);
          const told = await misfitsAfterResize(page);
          faults.push(...told.map((what) => `${path} at ${String(window.width)}: ${what}`));
        }
        await page.setViewportSize(desktop);
      }
      expect(faults).toEqual([]);
    });
  });
}
