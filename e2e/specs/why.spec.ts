import type { Page } from '@playwright/test';
import { daysFromToday, type ScanSketch } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

// A name that the catalog does not know, so that the date is the scan's.
const ended = { product: 'Oldware', cycle: '1', eol: daysFromToday(-133) };
const HOLDING: ScanSketch = { project: 'shop', image: 'old:1', matches: [ended] };
const CLEAN: ScanSketch = { project: 'shop', image: 'old:1', matches: [] };

test(
  'a finding says why it is one, and so does a package',
  { tag: '@phone' },
  async ({ workspace, page }) => {
    const id = await workspace.upload(HOLDING);
    await page.goto(`/images/${id}`);
    await page.getByRole('link', { name: 'Why Oldware 1', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Why Oldware 1', level: 1 })).toBeVisible();
    await expect(page.getByText('the scanner', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Named by the scanner')).toBeVisible();
    await expect(page.getByText('No policy is about it.')).toBeVisible();
    // What to do is said with the words of everywhere else, also where it is that nobody knows.
    await expect(page.getByText('Move to', { exact: true })).toBeVisible();
    await expect(page.getByText('Not in the catalog, so no advice')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto(`/images/${id}?tab=packages`);
    await page.getByRole('link', { name: /^Why/ }).first().click();
    await expect(page.getByRole('heading', { name: /^Why( not)? /, level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test(
  'lists and explanations are looked at as of a day, with a way back',
  { tag: '@phone' },
  async ({ workspace, deps, page }) => {
    await workspace.upload(HOLDING);
    await workspace.upload(CLEAN);
    // It was found sixty days ago, and gone thirty days ago.
    const own = [workspace.organizationId];
    await deps.db.query(
      `UPDATE finding_interval SET opened_at = opened_at - interval '60 days', closed_at = closed_at - interval '30 days'
        WHERE organization_id = $1`,
      own,
    );
    await deps.db.query(
      `UPDATE image_tag SET first_scan_at = first_scan_at - interval '60 days' WHERE organization_id = $1`,
      own,
    );
    const then = daysFromToday(-40);
    const banner = page.getByRole('note', { name: 'As of a day' });

    for (const [path, list] of [
      ['/findings', 'Findings'],
      ['/software', 'Software'],
    ] as const) {
      await page.goto(`${path}?as_of=${then}`);
      await expect(banner).toContainText('As of');
      const table = page.getByRole('table', { name: list, exact: true });
      await expect(table.getByRole('rowheader')).toHaveText(['Oldware 1']);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    await page.goto(`/images?as_of=${then}`);
    await expect(banner).toContainText('As of');
    await expect(page.getByRole('table', { name: 'Images' }).getByRole('rowheader')).toHaveText([
      'old:1',
    ]);
    await expectNoSidewaysScroll(page);

    await page.goto(`/?as_of=${then}`);
    await expect(banner).toContainText('As of');
    await expect(page.getByRole('link', { name: 'Ended 1' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto(`/findings?as_of=${then}`);
    await page.getByRole('link', { name: /^Why Oldware 1/ }).click();
    await expect(page.getByRole('heading', { name: 'Why Oldware 1', level: 1 })).toBeVisible();
    await expect(banner).toContainText('As of');
    await expect(page.getByText('Found then', { exact: true })).toBeVisible();
    await expect(page.getByText('Move to', { exact: true })).toHaveCount(0);
    await banner.getByRole('link', { name: 'Back to today' }).click();
    await expect(banner).toHaveCount(0);
    await expect(page.getByText('Still found', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Look back', exact: true }).click();
    await page.getByLabel('As it was on', { exact: true }).fill(then);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(banner).toContainText('As of');
    await expect(page).toHaveURL(new RegExp(`as_of=${then}`));
  },
);

test(
  'the pages of an image, of software and of a project, and the timeline, look back, and lead on to the same day',
  { tag: '@phone' },
  async ({ workspace, deps, page }) => {
    const id = await workspace.upload(HOLDING);
    await workspace.upload(CLEAN);
    const own = [workspace.organizationId];
    await deps.db.query(
      `UPDATE finding_interval SET opened_at = opened_at - interval '60 days', closed_at = closed_at - interval '30 days'
        WHERE organization_id = $1`,
      own,
    );
    await deps.db.query(
      `UPDATE image_tag SET first_scan_at = first_scan_at - interval '60 days' WHERE organization_id = $1`,
      own,
    );
    const then = daysFromToday(-40);
    const banner = page.getByRole('note', { name: 'As of a day' });

    await page.goto(`/images/${id}`);
    await expect(page.getByText('The latest scan found nothing')).toBeVisible();
    await page.getByRole('button', { name: 'Look back', exact: true }).click();
    await page.getByLabel('As it was on', { exact: true }).fill(then);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(banner).toContainText('As of');
    await expect(page).toHaveURL(new RegExp(`/images/${id}\\?as_of=${then}`));
    await expect(page.getByRole('link', { name: 'Oldware 1', exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Oldware 1', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Oldware 1', level: 1 })).toBeVisible();
    await expect(banner).toContainText('As of');
    await expect(
      page.getByRole('table', { name: 'Images that hold it' }).getByRole('rowheader'),
    ).toHaveText(['old:1']);
    // The line of the life cycle stands at that day, and says so.
    const lifeCycle = page.getByRole('table', { name: 'Release cycles of Oldware, newest first' });
    await expect(lifeCycle.getByText('Then', { exact: true })).toBeVisible();
    await expect(lifeCycle.getByText('Today', { exact: true })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto(`/images/${id}?as_of=${then}`);
    await page.getByRole('region', { name: 'Facts' }).getByRole('link', { name: 'shop' }).click();
    await expect(page.getByRole('heading', { name: 'shop', level: 1 })).toBeVisible();
    await expect(banner).toContainText('As of');
    await expect(page.getByRole('table', { name: 'Images' }).getByRole('rowheader')).toHaveText([
      'old:1',
    ]);
    await expect(page.getByRole('link', { name: 'Ended: 1 software' }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await banner.getByRole('link', { name: 'Back to today' }).click();
    await expect(banner).toHaveCount(0);

    await page.goto(`/timeline?as=table&as_of=${then}`);
    await expect(banner).toContainText('As of');
    await expect(page.getByRole('table', { name: 'Timeline' }).getByRole('rowheader')).toHaveText([
      'Oldware 1',
    ]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto(`/timeline?as_of=${then}`);
    const chart = page.getByRole('region', { name: 'Timeline' });
    await expect(chart.getByRole('link', { name: /^Oldware 1/ })).toHaveAttribute(
      'href',
      new RegExp(`as_of=${then}`),
    );
    await expect(chart.getByText(/^As of /)).toBeVisible();
    await banner.getByRole('link', { name: 'Back to today' }).click();
    await expect(banner).toHaveCount(0);
  },
);

test('a day to come is refused by each page in words', async ({ workspace, page }) => {
  const id = await workspace.upload(HOLDING);
  const tomorrow = daysFromToday(2);
  for (const path of [`/images/${id}`, await softwarePath(page, id), await projectPath(page, id)]) {
    await page.goto(`${path}?as_of=${tomorrow}`);
    await expect(page.getByRole('heading', { name: 'That day cannot be looked at' })).toBeVisible();
    await page.getByRole('link', { name: 'As it is today' }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  await page.goto(`/timeline?as_of=${tomorrow}`);
  await expect(page.getByText(/^That day cannot be looked at/)).toBeVisible();
  // What is no day at all is no condition, as everywhere.
  await page.goto(`/images/${id}?as_of=2026-02-30`);
  await expect(page.getByRole('link', { name: 'Oldware 1', exact: true })).toBeVisible();
  await expect(page.getByRole('note', { name: 'As of a day' })).toHaveCount(0);
});

async function softwarePath(page: Page, imageTagId: string): Promise<string> {
  await page.goto(`/images/${imageTagId}`);
  const link = page.getByRole('link', { name: 'Oldware 1', exact: true });
  return (await link.getAttribute('href')) ?? '';
}

async function projectPath(page: Page, imageTagId: string): Promise<string> {
  await page.goto(`/images/${imageTagId}`);
  const link = page.getByRole('region', { name: 'Facts' }).getByRole('link', { name: 'shop' });
  return (await link.getAttribute('href')) ?? '';
}
