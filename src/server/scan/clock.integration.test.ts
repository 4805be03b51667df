import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

const DAY_MS = 86_400_000;
let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps);
});
afterAll(() => deps.db.close());

const upload = (cycle: string) =>
  scanImage(deps, organization, { image: 'clock:1', software: [{ product: 'Node.js', cycle }] });

it.each([
  ['back', -DAY_MS],
  ['forward', DAY_MS],
])('what is uploaded last counts, also when the clock was set %s a day', async (_where, byMs) => {
  await upload('16');
  deps.clock.advance(byMs);
  const { scan_id: scanId } = await upload('18');
  const [image] = await deps.db.query<{ id: string; cycles: string[]; backwards: number }>(
    `SELECT t.latest_scan_id AS id,
            ARRAY(SELECT c.cycle FROM finding f
                    JOIN software s ON s.organization_id = f.organization_id AND s.id = f.software_id
                    JOIN software_cycle c ON c.organization_id = s.organization_id AND c.id = s.software_cycle_id
                   WHERE f.organization_id = t.organization_id AND f.image_tag_id = t.id AND f.is_open) AS cycles,
            (SELECT count(*)::int FROM finding_interval i
              WHERE i.organization_id = t.organization_id AND i.closed_at < i.opened_at) AS backwards
       FROM image_tag t WHERE t.organization_id = $1`,
    [organization],
  );
  expect(image).toEqual({ id: scanId, cycles: ['18'], backwards: 0 });
});
