import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { mostLookedAt } from '@/test/explained';
import { makePolicy, scanImage, type SoftwareFound } from '@/test/factories';

const CYCLES = 400;
/** Comparing each cycle with each other is bearable; with each other two tables, a thousand of them take minutes. */
const MAX_LOOKED_AT = 2 * CYCLES ** 2;

let deps: TestDeps;
let organization: OrganizationId;
let record: { imageTagId: string; projectId: string; softwareId: string };

function software(from: number, count: number): SoftwareFound[] {
  return Array.from({ length: count }, (_, index) => ({
    product: `Product ${String(from + index)}`,
    cycle: '1',
    eol: `20${String(20 + (index % 20))}-01-01`,
    packages: [`package-${String(from + index)}@1.0`],
  }));
}

/** Statistics of many small organizations, which know nothing of the large one that comes after them. */
beforeAll(async () => {
  deps = testDeps(await testDatabase({ as: 'owner' }));
  const { db } = deps;
  for (let number = 0; number < 12; number += 1)
    await scanImage(deps, await makeOrganization(deps), { software: software(0, 3) });
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  for (const { name } of tables)
    await db.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
  await db.query('ANALYZE');

  organization = await makeOrganization(deps);
  const { image_tag_id: imageTagId } = await scanImage(deps, organization, {
    software: software(0, CYCLES),
  });
  for (let number = 0; number < 20; number += 1)
    await scanImage(deps, organization, {
      project: `project-${String(number % 5)}`,
      image: `image-${String(number)}:1`,
      software: software(number, 15),
    });
  await makePolicy(deps, organization, { warnDays: 90 });
  const [row] = await db.query<{ projectId: string; softwareId: string }>(
    `SELECT project_id AS "projectId", software_ids[1] AS "softwareId" FROM image_tag WHERE id = $1`,
    [imageTagId],
  );
  record = { imageTagId, projectId: row?.projectId ?? '', softwareId: row?.softwareId ?? '' };
}, 120_000);
afterAll(() => deps.db.close());

const YEAR = { start: '2025-12-01', end: '2026-11-21' };

type Calls = ReturnType<typeof callAs>;

test.each<[string, (calls: Calls) => Promise<unknown>]>([
  ['images', ({ image }) => image.listForDashboard({})],
  ['images, searched', ({ image }) => image.listForDashboard({ search: 'image' })],
  ['images of the contract', ({ image }) => image.list({})],
  ['an image’s software', ({ image }) => image.software({ image_tag_id: record.imageTagId })],
  ['an image', ({ image }) => image.get(record)],
  ['an image’s findings', ({ image }) => image.findings(record)],
  ['an image’s packages', ({ image }) => image.components(record)],
  ['an image’s history', ({ image }) => image.scans(record)],
  ['labels', ({ image }) => image.labels()],
  ['projects', ({ project }) => project.listForDashboard({})],
  ['projects of the contract', ({ project }) => project.images({})],
  ['a project', ({ project }) => project.get(record)],
  ['a project’s software', ({ project }) => project.software({ project_id: record.projectId })],
  ['software', ({ software: all }) => all.listForDashboard({})],
  ['software of the contract', ({ software: all }) => all.list({})],
  ['one software', ({ software: all }) => all.get(record)],
  ['who holds a software', ({ software: all }) => all.projects(record)],
  ['products', ({ software: all }) => all.products()],
  ['types', ({ software: all }) => all.types()],
  ['what scanners ask for', ({ scanner }) => scanner.software()],
  ['the timeline', ({ timeline }) => timeline.list({})],
  ['the overview', ({ overview }) => overview.states()],
  ['what to move', ({ overview }) => overview.toMove()],
  ['counts', ({ analytics }) => analytics.eolCounts({ period: 'MONTHLY', ...YEAR })],
  ['the trend', ({ analytics }) => analytics.trend({ period: 'MONTHLY', months: 12, by: 'state' })],
  ['what policies do', ({ policy }) => policy.summary()],
  ['notes', ({ note }) => note.listForDashboard({})],
])('%s: no three tables compared row by row', async (_, call) => {
  const most = await mostLookedAt(deps, (watched) => call(callAs(watched, organization, 'admin')));
  expect(most).toBeLessThan(MAX_LOOKED_AT);
});
