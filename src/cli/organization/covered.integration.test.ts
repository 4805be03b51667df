import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization, makePerson } from '@/test/accounts';
import { ask } from '@/test/backup';
import { importedProduct, withCatalog } from '@/test/catalog';
import { dayOf, makeContract } from '@/test/contracts';
import { scanImage } from '@/test/factories';
import { temporaryFolder } from '@/test/files';
import { type Installation, newInstallation } from '@/test/installation';
import { exportTo, importFrom } from './commands';

let source: Installation;
let target: Installation;
let organizationId: OrganizationId;
let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  [source, target] = [await newInstallation(), await newInstallation()];
  organizationId = await makeOrganization(source.deps);
  await makePerson(source.deps, { organizationId, role: 'admin' });
});
afterEach(async () => {
  await source.close();
  await target.close();
});

const commandsOf = ({ deps }: Installation) => ({ deps, dataDir: folder, say: () => undefined });

const debian = (supportedUntil: true | null) =>
  importedProduct({
    name: 'Debian',
    purls: ['pkg:generic/debian'],
    cycles: [{ name: '9', supportedUntil, releasedOn: '2017-06-17' }],
  });

/** What the release cycle, and the same under a contract, are said to end, and what is known of since when. */
async function saidAt({ deps: { db } }: Installation) {
  const cycles = await db.query(
    'SELECT eol_on::text, eol_on_known, eol_source FROM software_cycle ORDER BY contract_id NULLS FIRST',
  );
  const facts = await db.query(
    `SELECT learnt_on::text, f.eol_on::text, f.eol_on_known, f.eol_source FROM software_cycle_fact f
       JOIN software_cycle c ON c.id = f.software_cycle_id ORDER BY c.contract_id NULLS FIRST, learnt_on`,
  );
  return { cycles, facts };
}

const BY_CATALOG = { eol_on: '2024-03-01', eol_on_known: false, eol_source: 'catalog' };
const BY_CONTRACT = { eol_on: '2025-06-01', eol_on_known: true, eol_source: 'contract' };

/** A contract that was over before anybody knew that what it covered has ended, on a day that nobody knows. */
async function covered(): Promise<void> {
  const { deps } = source;
  deps.clock.set('2024-03-01T12:00:00Z');
  await withCatalog(deps, [debian(null)]);
  await makeContract(deps, organizationId, {
    lines: [{ productName: 'Debian', cycle: '9' }],
    ...{ startsOn: dayOf('2024-02-01'), endsOn: dayOf('2025-06-01') },
  });
  const software = [{ product: 'Debian', cycle: '9' }];
  await scanImage(deps, organizationId, { image: 'web', software });
  deps.clock.set('2026-11-15T12:00:00Z');
  await withCatalog(deps, [debian(true)]);
}

async function move(): Promise<void> {
  const file = join(folder, 'acme.tar.gz');
  await exportTo(commandsOf(source), organizationId, file);
  target.deps.clock.set('2026-11-20T12:00:00Z');
  await importFrom(commandsOf(target), file);
}

test('what has ended on a day that nobody knows has so where it is brought to', async () => {
  await covered();
  const before = await saidAt(source);
  expect(before.cycles).toEqual([BY_CATALOG, BY_CATALOG]);
  await move();
  expect(await saidAt(target)).toEqual(before);
  expect(await target.deps.db.query('SELECT FROM software_cycle_move')).toEqual([]);
});

test('so it has by an export of a version that took the end of the contract for it, known since today', async () => {
  await covered();
  // As that version judged.
  const { connectionString } = source.address;
  await ask(connectionString, 'ALTER TABLE software_cycle DISABLE TRIGGER software_cycle_covered');
  await ask(
    connectionString,
    `UPDATE software_cycle SET eol_on = covered_until, eol_on_known = true, eol_source = 'contract'
      WHERE contract_id IS NOT NULL`,
  );
  expect((await saidAt(source)).cycles).toEqual([BY_CATALOG, BY_CONTRACT]);
  await move();
  const { cycles, facts } = await saidAt(target);
  expect(cycles).toEqual([BY_CATALOG, BY_CATALOG]);
  expect(facts.slice(-2)).toEqual([
    { learnt_on: '2026-11-15', ...BY_CONTRACT },
    { learnt_on: '2026-11-20', ...BY_CATALOG },
  ]);
});
