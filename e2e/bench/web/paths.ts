import type { Page } from 'playwright';

/** Lists whose first row has a page of its own. */
const LISTS_WITH_PAGES = ['/images', '/projects', '/software', '/catalog'];
/** Lists of a smaller kind, whose things have pages too. */
const LISTS_OF_WORK = ['/waivers', '/plans?view=table', '/contracts', '/teams', '/clusters'];
/** Pages that no list and no navigation leads to. */
const OTHERS = [
  '/policies/new',
  '/catalog/new',
  '/docs/scanners',
  '/docs/api',
  '/docs/api/catalog',
];
/** What is asked of the lists of a fleet beside their beginning. */
const ASKED_OF_LISTS = [
  '/images?state=ended&sort=name&dir=asc',
  '/images?q=api-7',
  '/images?label=stage&labelValue=dev&owner=none',
  '/images?policy=denied',
  '/images?sort=project&page=100',
  '/software?q=product+7&sort=images&dir=desc',
  '/findings?state=ended',
  '/findings?page=100',
  '/timeline?as=table',
];
const LISTS_OF_A_FLEET = [...LISTS_WITH_PAGES, '/waivers', '/plans?view=table'];

/** The addresses that the rail and the settings show, the page of each list's first row, and the editors. */
export async function pathsOfDemo(page: Page): Promise<string[]> {
  const places = await placesOf(page);
  await page.goto('/settings');
  const settings = await hrefsIn(page, 'nav[aria-label="Settings"] a');
  const paths = ['/sign-in', ...places, ...settings, ...(await rowsOf(page, LISTS_WITH_PAGES))];
  paths.push(...(await rowsOf(page, LISTS_OF_WORK)));
  await page.goto('/policies');
  const policies = await hrefsIn(page, 'main a[href^="/policies/"]');
  const policy = policies.find((href) => /^\/policies\/[\da-f]{8}-/.test(href));
  if (policy !== undefined) paths.push(policy);
  return [...new Set([...paths, ...OTHERS])];
}

/** The pages that grow with a fleet: those of the rail, lists with filters and far on, and a page of each list's things. */
export async function pathsOfFleet(page: Page): Promise<string[]> {
  const places = await placesOf(page);
  return [...new Set([...places, ...ASKED_OF_LISTS, ...(await rowsOf(page, LISTS_OF_A_FLEET))])];
}

async function placesOf(page: Page): Promise<string[]> {
  await page.goto('/');
  return hrefsIn(page, 'nav[aria-label="Main"] a');
}

async function rowsOf(page: Page, lists: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const list of lists) {
    await page.goto(list);
    const [first] = await hrefsIn(page, 'tbody th a');
    if (first !== undefined) paths.push(first);
  }
  return paths;
}

async function hrefsIn(page: Page, selector: string): Promise<string[]> {
  await page.locator(selector).first().waitFor();
  const hrefs = await page
    .locator(selector)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  return hrefs.filter((href) => href !== null);
}
