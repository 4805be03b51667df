import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { checkFacts } from './commands';

let deps: TestDeps;

async function said() {
  const lines: string[] = [];
  const status = await checkFacts({ db: deps.db, say: (line) => void lines.push(line) });
  return { status, lines };
}

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await deps.catalog.start();
  await withCatalog(deps, [
    importedProduct({ name: 'Lua', cycles: [{ name: '5', supportedUntil: '2027-01-01' }] }),
  ]);
  const organization = await makeOrganization(deps);
  await scanImage(deps, organization, { software: [{ product: 'Lua', cycle: '5' }] });
  await callAs(deps, organization, 'admin').catalog.setOverride({
    ...{ product: 'Lua', cycle: '5', ends_on: '2028-01-01', reason: 'ours' },
  });
  await makeOrganization(deps, 'Other');
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});

const RIGHT = { status: 0, lines: ['The catalog: right', 'Acme: right', 'Other: right'] };

it.each([
  ['eol_on', `date '2030-01-01'`],
  ['eol_on_known', 'NOT eol_on_known'],
  ['eol_source', `'inferred'`],
  ['inferred_from', `'x'`],
  ['upstream_eol_on', `date '2030-01-01'`],
  ['upstream_eol_on_known', 'upstream_eol_on_known IS NOT TRUE'],
  ['covered_from', `date '2030-01-01'`],
  ['covered_until', `date '2030-01-01'`],
])('finds a fact whose %s is wrong', async (column, wrong) => {
  await deps.db.query(`UPDATE software_cycle_fact SET ${column} = ${wrong}`);
  expect(await said()).toEqual({
    status: 1,
    lines: ['The catalog: right', 'Acme: 1 wrong', 'Other: right'],
  });
  const own = column === 'inferred_from' ? 'NULL' : `c.${column}`;
  await deps.db.query(
    `UPDATE software_cycle_fact f SET ${column} = ${own}
       FROM software_cycle c
      WHERE c.organization_id = f.organization_id AND c.id = f.software_cycle_id`,
  );
  expect(await said()).toEqual(RIGHT);
});

it('replays facts, and says where they come to anything else than the tables', async () => {
  expect(await said()).toEqual(RIGHT);
  await deps.db.query('UPDATE catalog_lifecycle SET ended = NOT ended');
  await deps.db.query(`UPDATE software_cycle_fact SET eol_on = '2030-01-01'`);
  expect(await said()).toEqual({
    status: 1,
    lines: ['The catalog: 1 wrong', 'Acme: 1 wrong', 'Other: right'],
  });
});
