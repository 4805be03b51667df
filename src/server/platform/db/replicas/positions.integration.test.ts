import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { Positions } from './positions';

let deps: TestDeps;
let mine: OrganizationId;
let other: OrganizationId;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
  mine = await makeOrganization(deps);
  other = await makeOrganization(deps);
});
afterAll(() => deps.db.close());

const ignore = () => undefined;

test('a replica needs what was changed in the organization, and not what others changed since', async () => {
  const positions = new Positions(60_000, ignore);
  await scanImage(deps, mine, { image: 'first' });
  const first = await positions.wantedFor(mine, deps.db.sql);
  expect(first.needed).toBe(first.current);

  await scanImage(deps, other, { image: 'others' });
  const again = await positions.wantedFor(mine, deps.db.sql);
  expect(again.current).toBeGreaterThan(first.current);
  expect(again.needed).toBe(first.needed);

  await scanImage(deps, mine, { image: 'second' });
  const later = await positions.wantedFor(mine, deps.db.sql);
  expect(later.needed).toBeGreaterThan(again.current);
  // A process that has just begun knows of no earlier one.
  const { needed } = await new Positions(60_000, ignore).wantedFor(mine, deps.db.sql);
  expect(needed).toBeGreaterThanOrEqual(later.needed);
});

test('the lag is how long ago the log was where a replica is, and unknown before what is kept', async () => {
  const positions = new Positions(60_000, ignore);
  const first = await positions.ask(deps.db.sql);
  expect(positions.lagMs(first)).toBe(0);
  await scanImage(deps, mine, { image: 'third' });
  const second = await positions.ask(deps.db.sql);
  expect(second).toBeGreaterThan(first);
  expect(positions.lagMs(second)).toBe(0);
  const lag = positions.lagMs(first);
  expect(lag).toBeGreaterThan(0);
  expect(lag).toBeLessThan(60_000);
  expect(positions.lagMs(first - 1)).toBe(Infinity);
});

test('a former primary is not asked where the log is, and another one has all begin anew', async () => {
  let renewed = 0;
  const positions = new Positions(60_000, () => (renewed += 1));
  await positions.ask(deps.db.sql);
  expect(renewed).toBe(0);
  const { timeline } = positions;
  positions.timeline = timeline + 1;
  await expect(positions.ask(deps.db.sql)).rejects.toThrow('A former primary');
  positions.timeline = -1;
  await positions.ask(deps.db.sql);
  expect([renewed, positions.timeline]).toEqual([1, timeline]);
});
