import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import type { Outcome, Trigger } from './service/attempt';

it('tells of the last look at a source, whatever is shipped later, and of when the document there was made', async () => {
  const own = testDeps(await testDatabase(), { CATALOG_URL: 'https://catalog.example.com/full' });
  onTestFinished(() => own.db.close());
  const organization = await makeOrganization(own);
  const status = () => callAs(own, organization, 'viewer').catalog.status();
  const attempt = async (source: string, trigger: Trigger, outcome: Outcome) => {
    own.clock.advance(86_400_000);
    await own.db.prisma.catalogRevision.createMany({
      data: {
        ...{ id: randomUUID(), source, trigger, outcome, detail: {} },
        ...{ startedAt: own.clock.now(), finishedAt: own.clock.now() },
      },
    });
    return own.clock.now().toISOString();
  };
  await attempt('starter', 'start', 'imported');
  expect(await status()).toMatchObject({ checked_at: null, read_from: null });
  const madeAt = new Date('2026-11-20T10:00:00Z');
  await withCatalog(own, [importedProduct({ name: 'Debian' })], madeAt);
  const checkedAt = await attempt('https://catalog.example.com/full', 'schedule', 'not_modified');
  // A file that somebody could not import is no update.
  await attempt('wrong.json', 'command', 'refused');
  expect((await status()).failing_since).toBeNull();
  const failedAt = await attempt('https://catalog.example.com/full', 'schedule', 'failed');
  await attempt('https://catalog.example.com/full', 'schedule', 'failed');
  await attempt('starter', 'start', 'unchanged');
  const expected = {
    ...{ checked_at: checkedAt, failing_since: failedAt },
    ...{ read_from: 'https://catalog.example.com/full', document_made_at: madeAt.toISOString() },
  };
  expect(await status()).toMatchObject(expected);
  // Nobody waits for updates any more.
  const without = { ...own, env: { ...own.env, catalogUrl: undefined } };
  const { failing_since: failingSince } = await callAs(
    without,
    organization,
    'viewer',
  ).catalog.status();
  expect(failingSince).toBeNull();
});
