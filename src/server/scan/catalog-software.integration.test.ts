import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteProject } from '@/server/project/service';
import { makeActor, makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { heldSoftware } from '@/test/stored';

const MIGRATION = 'prisma/migrations/20261124050000_catalog_software/migration.sql';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase({ as: 'owner' }));
  const cycles = [{ name: '1', supportedUntil: '2026-01-01' }];
  await withCatalog(
    deps,
    ['node', 'redis'].map((name) =>
      importedProduct({ name, purls: [`pkg:generic/${name}`], cycles }),
    ),
  );
});
afterAll(() => deps.db.close());

const node = 'pkg:generic/node@1.2';
const redis = 'pkg:generic/redis@1.2';
const redisFound = { product: 'redis', cycle: '1', type: 'binary', packages: [redis] };
const held = { node: 'shop api node | 1 | binary', redis: 'shop api redis | 1 | binary' };

test('follows what the scanner comes to find, and what is deleted', async () => {
  const actor = await makeActor(deps, await makeOrganization(deps));
  const { organizationId } = actor;
  const kept = () => heldSoftware(deps, organizationId);
  await scanImage(deps, organizationId, { image: 'api', packages: [node, redis] });
  const both = [held.node, held.redis];
  expect(await kept()).toEqual({ all: both, catalogs: both });

  const seen = { image: 'api', software: [redisFound], packages: [node] };
  const { project_id: projectId } = await scanImage(deps, organizationId, seen);
  expect(await kept()).toEqual({ all: both, catalogs: [held.node] });
  await scanImage(deps, organizationId, seen);
  expect(await kept()).toEqual({ all: both, catalogs: [held.node] });

  await deleteProject(deps, actor, projectId);
  expect(await kept()).toEqual({ all: [], catalogs: [] });
});

test('the migration fills it in for images that were scanned before', async () => {
  const organizationId = await makeOrganization(deps);
  await scanImage(deps, organizationId, { image: 'api', software: [redisFound], packages: [node] });
  await scanImage(deps, organizationId, { image: 'web', packages: [redis] });
  const before = await heldSoftware(deps, organizationId);
  expect(before.catalogs).toEqual([held.node, 'shop web redis | 1 | binary']);

  await deps.db.query('ALTER TABLE image_tag DROP COLUMN catalog_software_ids');
  const [add = '', fill = ''] = (await readFile(MIGRATION, 'utf8')).split(';');
  await deps.db.query(add);
  await deps.db.query(fill);
  expect(await heldSoftware(deps, organizationId)).toEqual(before);
});
