import type { Page } from '@playwright/test';
import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expect, test } from '../pages/test';

const ended = { product: 'Quill', cycle: '16', eol: daysFromToday(-133), type: 'npm' };
const soon = {
  product: 'Inkwell of the long name that some vendors like',
  cycle: '4.2',
  eol: daysFromToday(40),
};
const later = { product: 'Quill', cycle: '18', eol: daysFromToday(900), type: 'npm' };

const SCANS: readonly ScanSketch[] = [
  {
    project: 'github//acme/a-project-with-quite-a-long-name/billing',
    image:
      'registry.example.com/teams/payments/services/billing-api-production:2026.11.26-1a2b3c4d',
    matches: [ended, soon],
    labels: { team: 'payments', 'org.opencontainers.image.source': 'https://git.example/billing' },
  },
  { project: 'github//acme/shop', image: 'shop:2', matches: [ended, later] },
];

/** Every page of the dashboard that needs no record of its own. */
const PAGES = [
  ...['/', '/images', '/projects', '/software', '/timeline', '/timeline?as=table', '/notes'],
  '/forecast',
  ...['/policies', '/policies/new', '/policies/images', '/policies/file', '/catalog'],
  ...['/catalog/nodejs', '/catalog/new', '/check', '/clusters', '/contracts', '/contracts/new'],
  ...['/plans', '/plans?view=table', '/plans/new', '/waivers', '/waivers/new', '/waivers/import'],
  ...['/teams', '/teams/rules', '/inbox', '/images/compare', '/settings/account'],
  ...['/settings/account/messages', '/settings/api-keys', '/settings/audit', '/settings/members'],
  ...['/settings/build-tokens', '/settings/catalog', '/settings/certificate', '/settings/feeds'],
  ...['/settings/dependency-track', '/settings/messages', '/settings/organization'],
  ...['/settings/refused-uploads', '/settings/scanners', '/settings/waivers'],
];

/** A4 portrait between the margins of `print.css`, and high enough for all. */
const PAPER = { width: 703, height: 995 };
const SCREEN = { width: 1440, height: 900 };

/** What is wrong with the page on paper, in words; nothing when it can be handed out. */
function faultsOnPaper(): string[] {
  const faults: string[] = [];
  const paper = document.documentElement;
  if (paper.scrollWidth > paper.clientWidth) {
    const wide = [...document.querySelectorAll('main *')].filter(
      (element) => element.getBoundingClientRect().right > paper.clientWidth + 1,
    );
    const first = wide.at(-1)?.outerHTML.slice(0, 160) ?? '';
    faults.push(`overflows by ${String(paper.scrollWidth - paper.clientWidth)} px: ${first}`);
  }
  for (const name of document.querySelectorAll('main tbody th')) {
    const { width } = name.getBoundingClientRect();
    // A table that shares the paper out has room for names; others are as wide as what they name.
    const least = name.closest('[data-print="table"]') ? 80 : 10;
    if (width < least) faults.push(`"${name.textContent}" is ${String(width)} px wide`);
  }
  for (const cell of document.querySelectorAll('main table[data-print="table"] :is(th, td)')) {
    const { right } = cell.getBoundingClientRect();
    const beyond = [...cell.querySelectorAll('*')].find(
      (part) => part.checkVisibility() && part.getBoundingClientRect().right > right + 1,
    );
    if (beyond) faults.push(`"${beyond.textContent.trim()}" leaves its cell`);
  }
  for (const name of document.querySelectorAll('main .middle-truncate > :last-child')) {
    const room = name.closest('th, td, div')?.getBoundingClientRect().width ?? 0;
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const part = document.createRange();
      part.selectNodeContents(texts.currentNode);
      const lines = [...part.getClientRects()];
      const width = lines.reduce((sum, line) => sum + line.width, 0);
      // What has no hyphen and fits a line stands on one.
      if (lines.length > 1 && width < room - 20 && !/[-\s]/.test(part.toString())) {
        faults.push(`breaks "${part.toString()}" of "${name.textContent}"`);
      }
    }
  }
  for (const element of document.querySelectorAll('nav, [href="#main"], [data-print-head]')) {
    const isShown = element.getClientRects().length > 0;
    if (isShown !== element.matches('[data-print-head]')) {
      faults.push(`${isShown ? 'shows' : 'lacks'} ${element.outerHTML.slice(0, 120)}`);
    }
  }
  if (!document.querySelector('[data-print-head]')) faults.push('has no head');
  const background = getComputedStyle(document.body).backgroundColor;
  if (background !== 'rgb(255, 255, 255)') faults.push(`is printed on ${background}`);
  return faults;
}

/** Says what is wrong with the page on paper, once it has been drawn to the width of it. */
async function faultsOf(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize(PAPER);
  await page.evaluate(drawn);
  const faults = await page.evaluate(faultsOnPaper);
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.setViewportSize(SCREEN);
  return faults;
}

/** Waits for what is drawn anew when the page gets another width: it is measured in one frame, and drawn in the next. */
async function drawn(): Promise<void> {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
}

test('every page can be printed', async ({ workspace, page }) => {
  test.slow();
  await workspace.uploadAll(SCANS);
  const faults: Record<string, string[]> = {};
  for (const path of PAGES) {
    await page.goto(path);
    const found = await faultsOf(page);
    if (found.length > 0) faults[path] = found;
  }
  expect(faults).toEqual({});
});

test('so can the pages of an image, of software and of a project', async ({
  workspace,
  imagesPage,
  softwarePage,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await page.goto('/images');
  await imagesPage.names().filter({ hasText: 'billing-api' }).click();
  await page.waitForURL(/\/images\/./);
  expect(await faultsOf(page)).toEqual([]);
  await page.goto('/software');
  await softwarePage.names().filter({ hasText: 'Inkwell' }).click();
  await page.waitForURL(/\/software\/./);
  expect(await faultsOf(page)).toEqual([]);
  await page.goto('/projects');
  await page.getByRole('table').getByRole('link', { name: /shop/ }).first().click();
  await page.waitForURL(/\/projects\/./);
  expect(await faultsOf(page)).toEqual([]);
});

test('the head says whose page it is, as of when, and by what it was filtered', async ({
  workspace,
  page,
}) => {
  await workspace.uploadAll(SCANS);
  await page.goto('/software?state=ended');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  const head = page.locator('[data-print-head]');
  await expect(head).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(head).toContainText('/software?state=ended');
  await expect(head).toContainText(/As of \d{1,2} [A-Z][a-z]{2} \d{4}/);
  // Nothing is cut short, and actions stay on the screen.
  await expect(page.getByRole('search')).toBeHidden();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  // What a day before is looked at as of is not the day of printing.
  await page.goto(`/software?as_of=${daysFromToday(-1)}`);
  await expect(head).toContainText(/As of \d{1,2} [A-Z][a-z]{2} \d{4}, printed on \d{1,2}/);
});
