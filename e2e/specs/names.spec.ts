import type { Page } from '@playwright/test';
import { daysFromToday } from '../api/harness/payloads';
import { expect, test } from '../pages/test';

const REFERENCE =
  'registry.example.com/platform/a-team-with-a-name/checkout-frontend-service-of-the-shop:2026.11.20-rc3';

/** What copying all of an element gives. */
const copied = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const selection = getSelection();
    selection?.selectAllChildren(element);
    return selection?.toString() ?? '';
  });

/** Whether the browser finds a text in the page, as with Ctrl F. TypeScript's DOM lacks `find`, every browser has it. */
async function finds(page: Page, text: string): Promise<boolean> {
  await page.evaluate(() => getSelection()?.removeAllRanges());
  return page.evaluate<boolean>(`window.find(${JSON.stringify(text)})`);
}

/** How many pixels are left empty between what is shown of a name's beginning and its end. */
function gapBeforeEnd(link: Element): number {
  const tail = link.querySelector('[data-tail]');
  const name = link.querySelector('.middle-truncate > :last-child');
  if (!tail || !name) return Infinity;
  const whole = document.createRange();
  whole.selectNodeContents(name);
  const { top } = name.getBoundingClientRect();
  const shown = [...whole.getClientRects()].filter((line) => line.top < top + 5);
  return tail.getBoundingClientRect().left - Math.max(...shown.map(({ right }) => right));
}

/** Names of which something is left out, and which show no end of theirs. */
function cutShort(): string[] {
  return [...document.querySelectorAll('main .middle-truncate')].flatMap((line) => {
    const [tail, name] = line.children;
    const isCut = name !== undefined && name.scrollHeight > name.clientHeight;
    const end = tail?.getBoundingClientRect().bottom ?? 0;
    return isCut && end - line.getBoundingClientRect().bottom < -5 ? [name.textContent] : [];
  });
}

test(
  'a name that has room is whole to see, wherever it may break on paper',
  { tag: '@phone' },
  async ({ workspace, page }) => {
    const names = ['acme/accounts', 'acme/erp/warehouse', 'a.tld/a:v.a/T.A/wa.ya', 'my-project'];
    await workspace.uploadAll(names.map((project) => ({ project, image: `${project}:1.a/2` })));
    for (const path of ['/projects', '/images']) {
      await page.goto(path);
      await expect(page.getByRole('rowheader')).toHaveCount(names.length);
      expect(await page.evaluate(cutShort)).toEqual([]);
    }
  },
);

test('a release cycle is told whole where its product’s name is cut, and the name is one text', async ({
  workspace,
  timelinePage,
  page,
}) => {
  const product = 'Enterprise Application Runtime Platform for Containers and Directories';
  const long = { product, cycle: '2026.11-lts', eol: daysFromToday(40) };
  await workspace.upload({ project: 'p', image: 'a:1', matches: [long] });
  await timelinePage.open();
  const row = timelinePage.names().first();
  await expect(row).toContainText(`${product} 2026.11-lts`);
  await row.evaluate((element) => element.setAttribute('data-tested', ''));
  expect(await copied(page, '[data-tested]')).toContain(`${product} 2026.11-lts`);
  expect(await page.evaluate(cutShort)).toEqual([]);
  const tail = row.locator('[data-tail]');
  await expect(tail).toHaveAttribute('data-tail', ' 2026.11-lts');
  expect(await tail.evaluate((end) => end.scrollWidth - end.clientWidth)).toBe(0);
});

test(
  'names are whole to copy, to find and to hear, also where they are cut to see',
  { tag: '@phone' },
  async ({ workspace, imagesPage, page }) => {
    await workspace.uploadAll([
      { project: 'my-project', image: 'shop:1' },
      { project: 'my-project', image: REFERENCE },
    ]);
    await imagesPage.open();
    const names = imagesPage.names();
    await expect(names).toHaveCount(2);
    for (const name of [REFERENCE, 'shop:1']) {
      const link = names.getByRole('link', { name, exact: true });
      await expect(link).toBeVisible();
      await link.evaluate((element) => element.setAttribute('data-tested', ''));
      expect(await copied(page, '[data-tested]')).toBe(name);
      await link.evaluate((element) => element.removeAttribute('data-tested'));
      expect(await finds(page, name)).toBe(true);
    }
    // The long one is cut to one line, and shows its telling end.
    const link = names.getByRole('link', { name: REFERENCE, exact: true });
    const { height } = (await link.boundingBox()) ?? { height: 0 };
    expect(height).toBeLessThan(30);
    const shown = await link.evaluate(
      (element) =>
        [...element.querySelectorAll('[data-tail]')].map(
          (tail) => tail.getBoundingClientRect().bottom - element.getBoundingClientRect().top,
        )[0] ?? 0,
    );
    expect(shown).toBeGreaterThan(5);
    // The beginning is shown up to the end, but for less than a letter.
    expect(await link.evaluate(gapBeforeEnd)).toBeLessThan(13);

    await page.goto('/projects');
    await expect(
      page
        .getByRole('table', { name: 'Projects' })
        .getByRole('link', { name: 'my-project', exact: true }),
    ).toBeVisible();
    expect(await finds(page, 'my-project')).toBe(true);
  },
);
