import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepMonths } from '@/server/analytics/service/months';
import { addUpAll, ADDING_UP } from '@/server/holding/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { exclusively } from '@/server/platform/db/exclusive-work';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { checkCounts, mendCounts } from './commands';

let deps: TestDeps;
let organization: OrganizationId;
const lines: string[] = [];
/** Nothing is waited for. */
const delay = () => ({ done: Promise.resolve(), cancel: () => undefined });
const said = async (command: typeof checkCounts) => {
  const status = await command({ db: deps.db, say: (line) => void lines.push(line), delay });
  return { status, lines: lines.splice(0) };
};

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps);
  await scanImage(deps, organization, { software: [{ product: 'Lua' }] });
  await makeOrganization(deps, 'Other');
  await addUpAll(deps, new AbortController().signal);
});
afterAll(() => deps.db.close());

it('finds what is kept wrong of months that are over, and leaves it to a server to count them anew', async () => {
  await keepMonths(deps, organization);
  await deps.db.query(
    `UPDATE trend_month SET findings = '{7}', software_ids = ARRAY[gen_random_uuid()]`,
  );
  expect(await said(checkCounts)).toEqual({
    status: 1,
    lines: ['Acme: 24 wrong', 'Other: right'],
  });
  expect(await said(mendCounts)).toEqual({
    status: 0,
    lines: ['Acme: its months are counted anew by a server', 'Other: right'],
  });
  const right = { status: 0, lines: ['Acme: right', 'Other: right'] };
  expect(await said(checkCounts)).toEqual(right);
  await keepMonths(deps, organization);
  expect(await said(checkCounts)).toEqual(right);
});

it('finds what is kept wrong, and counts it anew once nobody adds up', async () => {
  const right = { status: 0, lines: ['Acme: right', 'Other: right'] };
  expect(await said(checkCounts)).toEqual(right);
  await deps.db.query('UPDATE software_holding SET images = images + 1');
  const wrong = { status: 1, lines: ['Acme: 2 wrong', 'Other: right'] };
  expect(await said(checkCounts)).toEqual(wrong);
  expect(await exclusively(deps.db, ADDING_UP, () => said(mendCounts))).toEqual({
    status: 1,
    lines: ['Acme: not counted, a server adds up', 'Other: right'],
  });
  expect(await said(mendCounts)).toEqual({
    status: 0,
    lines: ['Acme: counted anew', 'Other: right'],
  });
  expect(await said(checkCounts)).toEqual(right);
});
