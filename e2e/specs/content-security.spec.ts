import { expect, test } from '../pages/test';
import { NAV_ITEMS } from '@/features/shell/nav';

test('pages run no script but their own and talk to no other host', async ({
  workspace,
  page,
  baseURL,
}) => {
  await workspace.upload({
    project: 'p',
    image: 'a:1',
    matches: [{ product: 'Node.js', cycle: '16' }],
  });
  const own = new URL(baseURL ?? '').host;
  const foreign: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== own) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  for (const path of [...NAV_ITEMS.map(({ href }) => href), '/docs', '/docs/api', '/nowhere']) {
    const response = await page.goto(path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts, path).toMatch(/'nonce-[A-Za-z0-9+/]{22}=='/);
    expect(scripts, path).not.toContain('unsafe-inline');
  }
  // The page would not be alive had the policy kept its scripts back.
  await page.goto('/images');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(foreign).toEqual([]);
  expect(refused).toEqual([]);
});

test('a script that somebody slips into a page does not run', async ({ page }) => {
  await page.goto('/images');
  const ran = await page.evaluate(() => {
    const script = document.createElement('div');
    script.innerHTML = '<img src="data:," onerror="window.slipped = true">';
    document.body.append(script);
    return new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(() => resolve('slipped' in window)));
    });
  });
  expect(ran).toBe(false);
});
