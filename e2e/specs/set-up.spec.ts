import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';
import { expectAccessible } from '../pages/axe';
import type { DatabaseVariables } from '../database-cluster';
import { expect, test } from '../pages/test';

/** A server that nobody has an account of yet. */
async function launchNewServer(
  folder: string,
  database: DatabaseVariables,
): Promise<ServerProcess> {
  const port = await freePort();
  const server = await ServerProcess.launch({
    args: commands.node(),
    port,
    logFile: join(folder, 'server.log'),
    env: {
      ...database,
      DATA_DIR: folder,
      PUBLIC_URL: `http://127.0.0.1:${String(port)}`,
      AUTH_SECRET: 'a secret for the set-up test, and for it alone',
    },
  });
  return server.ready();
}

/** As `npm sbom` writes one: Node.js 16 has ended. */
const DOCUMENT = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: { component: { type: 'application', name: 'engine', version: '2.0' } },
  components: [
    { type: 'platform', name: 'node', version: '16.20.2', purl: 'pkg:generic/nodejs@16.20.2' },
  ],
};

test.use({ role: null });

test('the printed link leads to the first account, and a pasted SBOM from there to findings', async ({
  cluster,
  page,
}) => {
  // It starts a server of its own, with a database of its own.
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'eventide-set-up-'));
  const server = await launchNewServer(folder, await cluster.create('set_up'));
  try {
    await page.goto(`${server.origin}/images`);
    await expect(page).toHaveURL(/\/set-up$/);
    const [link] = /http[^\s"]+\/set-up\?token=[\w-]+/.exec(await server.log()) ?? [];
    await page.goto(link ?? 'no link in the log');
    await expectAccessible(page);
    // Who opened the start page pastes what was printed: the whole address will do.
    await page.goto(`${server.origin}/set-up`);
    await page.getByLabel('Set-up token').fill(link ?? '');
    const create = page.getByRole('button', { name: 'Create the account' });
    await page.getByLabel('Organization').fill(' ');
    await create.click();
    await expect(page.getByText('Enter a name')).toHaveCount(2);
    await expect(page.getByText('Enter an e-mail address, such as ada@example.com')).toBeVisible();
    await expect(page.getByText('Use at least 12 characters')).toBeVisible();
    await expect(page.getByLabel('Your name')).toBeFocused();
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Organization').fill('Analytical Engines');
    // Long enough, but among those that everybody tries first: only the server knows.
    await page.getByLabel('Password').fill('password1234');
    await create.click();
    await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
      /most used|to guess|repeats/,
    );
    await page.getByLabel('Password').fill('a long enough password');
    await create.click();
    await expect(page.getByText('Waiting for the first upload…')).toBeVisible();
    await expect(page.getByText('Analytical Engines').first()).toBeVisible();
    // What is typed before the page is React's would be lost.
    await page.reload();
    // From there to findings without a shell on the server, a scanner or a key.
    await page.getByText('Or paste one').click();
    await page.getByLabel('The document as text').fill(JSON.stringify(DOCUMENT));
    await page.getByRole('button', { name: 'Go on with this text' }).click();
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Uploaded$/ })).toBeVisible();
    const findings = page.getByRole('table', { name: 'Software in the document' });
    await expect(findings).toContainText('Node.js 16');
    await expect(page.getByText('Your first upload has arrived')).toBeVisible();
    await expectAccessible(page);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
