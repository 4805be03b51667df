import type { Page } from '@playwright/test';

/** Lists whose first row has a page of its own. */
const LISTS_WITH_PAGES = ['/images', '/projects', '/software', '/catalog'];
/** Pages that no list and no navigation leads to. */
const OTHERS = ['/policies/new', '/catalog/new', '/docs/scanners', '/docs/api'];

/** The addresses that the rail and the settings show, the page of each list's first row, and the editors. */
export async function pagesOf(page: Page): Promise<string[]> {
  await page.goto('/');
  const places = await hrefsIn(page, 'nav[aria-label="Main"] a');
  await page.goto('/settings');
  const settings = await hrefsIn(page, 'nav[aria-label="Settings"] a');
  const paths = ['/sign-in', ...places, ...settings];
  for (const list of LISTS_WITH_PAGES) {
    await page.goto(list);
    const [first] = await hrefsIn(page, 'tbody th a');
    if (first !== undefined) paths.push(first);
  }
  await page.goto('/policies');
  const policies = await hrefsIn(page, 'main a[href^="/policies/"]');
  const policy = policies.find((href) => /^\/policies\/[\da-f]{8}-/.test(href));
  if (policy !== undefined) paths.push(policy);
  return [...new Set([...paths, ...OTHERS])];
}

async function hrefsIn(page: Page, selector: string): Promise<string[]> {
  await page.locator(selector).first().waitFor();
  const hrefs = await page
    .locator(selector)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  return hrefs.filter((href) => href !== null);
}
