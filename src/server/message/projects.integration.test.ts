import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityOf } from '@/domain/identifiers/identity';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { mostLookedAt } from '@/test/explained';
import { scanImage } from '@/test/factories';
import { type AskedItem, findInProjects } from './repository/projects';

let deps: TestDeps;
beforeAll(async () => {
  // Who owns the tables may have them analyzed.
  deps = testDeps(await testDatabase({ as: 'owner' }));
});
afterAll(() => deps.db.close());

const asked = (place: number, project: string | null): AskedItem => ({
  ...{ place, projectKey: project === null ? null : identityOf(project) },
  ...{ deniedKey: null, saidAt: null, cycleId: null },
  ...(project === null
    ? { cycleKey: identityOf('Debian', '11'), owner: 'anybody' }
    : { cycleKey: null, owner: null }),
});

test('of items that name their projects no other project is read', async () => {
  const organization = await makeOrganization(deps);
  await scanImage(deps, organization, {
    ...{ project: 'shop', labels: { stage: 'prod' } },
    software: [{ product: 'Debian', cycle: '11', eol: '2026-08-31' }],
  });
  await deps.db.query(
    `INSERT INTO project (organization_id, id, name, name_key, search_text, sort_key, created_at)
     SELECT $1, gen_random_uuid(), 'p' || n, gen_random_uuid(), 'p' || n, 'p' || n, now()
       FROM generate_series(1, 2000) n`,
    [organization],
  );
  await deps.db.query('ANALYZE project');
  const rule = { names: ['%other%'], label: { name: 'stage', valueLike: 'prod' } };
  const found = (items: readonly AskedItem[]) =>
    findInProjects(organization, deps.db, rule, items, 3);
  expect(await found([asked(0, 'shop'), asked(1, 'p7')])).toMatchObject([{ place: 0 }]);
  expect(await found([asked(0, 'p7'), asked(1, null)])).toMatchObject([{ place: 1, images: 1 }]);
  const looked = await mostLookedAt(deps, ({ db }) =>
    findInProjects(organization, db, rule, [asked(0, 'shop')], 3),
  );
  expect(looked).toBeLessThan(10);
});
