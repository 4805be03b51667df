import { expect, it, onTestFinished } from 'vitest';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { loadStarter } from '@/server/catalog/service/starter';
import { showStatus } from './status';

const DAY_MS = 86_400_000;

it('says when a source was last looked at, whatever was shipped later', async () => {
  const deps = testDeps(await testDatabase());
  onTestFinished(() => deps.db.close());
  const printed = async () => {
    const lines: string[] = [];
    await showStatus(deps, (line) => lines.push(line));
    return lines.join('\n');
  };
  expect(await printed()).toContain('Nothing was read from a source yet');
  const madeAt = new Date(deps.clock.now().getTime() - 5 * DAY_MS);
  await withCatalog(deps, [importedProduct({ name: 'Debian' })], madeAt);
  deps.clock.advance(60 * DAY_MS);
  await loadStarter(deps);
  const text = await printed();
  expect(text).toMatch(/^Last looked at 2026-11-21T[^ ]+ \(60 days ago\), at test$/m);
  expect(text).toMatch(/^The document there was made 2026-11-16T[^ ]+ \(65 days ago\)$/m);
  expect(text).toMatch(/^What is shipped was loaded 2027-01-20T[^ ]+ \(less than a day ago\)$/m);
});
