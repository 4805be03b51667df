import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { KEEP_EVERYTHING } from '@/domain/retention/rules';
import { authenticate } from '@/server/platform/auth/authenticate';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { toRulesValue } from '@/server/retention/dto';
import { followRetention } from '@/server/retention/service/round';
import { makeResetLink, previewReset } from '@/server/user/service/reset-password';
import { makeApiKey, makeOrganization, makePerson } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organizationId = await makeOrganization(deps);
});

const redis = { product: 'Redis', cycle: '6', eol: '2026-11-01' };
const person = (role: 'admin' | 'member') => signedIn(deps, rest, { organizationId, role });

/** Something that ends. */
interface Ending {
  readonly what: string;
  readonly lastsMs: number;
  /** @returns tells whether it holds */
  begin(): Promise<() => Promise<boolean>>;
}

const ENDINGS: readonly Ending[] = [
  {
    what: 'a session that nobody uses',
    lastsMs: 14 * DAY_MS,
    begin: async () => {
      const { caller } = await person('member');
      return async () => (await caller()) !== null;
    },
  },
  {
    what: 'a key',
    lastsMs: 10 * DAY_MS,
    begin: async () => {
      const endsAt = new Date(deps.clock.now().getTime() + 10 * DAY_MS);
      const { key } = await makeApiKey(deps, organizationId, 'scanner', endsAt);
      const headers = new Headers({ 'x-api-key': key });
      return async () => (await authenticate(headers, deps)).result === 'accepted';
    },
  },
  {
    what: 'a link',
    lastsMs: HOUR_MS,
    begin: async () => {
      const user = await makePerson(deps);
      const made = { at: deps.clock.now(), publicUrl: deps.env.publicUrl, mailed: true };
      const token = (await makeResetLink(deps.db, user, made)).split('/').at(-1) ?? '';
      return () =>
        previewReset(deps, token).then(
          () => true,
          () => false,
        );
    },
  },
  {
    what: 'a waiver',
    // To the end of its last day.
    lastsMs: 10.5 * DAY_MS,
    begin: async () => {
      await makePolicy(deps, organizationId, { denyDays: 0 });
      const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, {
        ...{ project: 'shop', image: 'api:1', software: [redis] },
      });
      const { id } = await ask(await person('member'), {
        ...{ product_name: 'Redis', cycle: '6', ends_on: '2026-12-01' },
      });
      await decide(await person('admin'), id, 'granted');
      return async () => {
        const calls = callAs(deps, organizationId);
        const [status] = await calls.policy.statusOfImages({ imageTagIds: [imageTagId] });
        return status?.action !== 'DENY';
      };
    },
  },
];

test.each(ENDINGS)(
  '$what ends at once when its end is in the day that the clock is set forward',
  async ({ lastsMs, begin }) => {
    const holds = await begin();
    deps.clock.advance(lastsMs - Math.min(lastsMs, DAY_MS) / 2);
    deps.clock.advance(DAY_MS);
    expect(await holds()).toBe(false);
  },
);

test.each(ENDINGS)(
  '$what holds a day longer when the clock is set back a day',
  async ({ lastsMs, begin }) => {
    const holds = await begin();
    const leftMs = Math.min(lastsMs, DAY_MS) / 2;
    deps.clock.advance(lastsMs - leftMs);
    deps.clock.advance(-DAY_MS);
    deps.clock.advance(leftMs + HOUR_MS);
    expect(await holds()).toBe(true);
  },
);

const scans = async () => {
  const [row] = await deps.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM scan WHERE organization_id = $1',
    [organizationId],
  );
  return row?.count;
};

/** Two scans of an image: of the first, 90 days are over in half a day. Gives what a round leaves of them. */
async function retained(): Promise<() => Promise<number | undefined>> {
  deps.clock.set('2026-01-01T12:00:00Z');
  const upload = (cycle: string) =>
    scanImage(deps, organizationId, { image: 'api:1', software: [{ ...redis, cycle }] });
  await upload('6');
  deps.clock.advance(10 * DAY_MS);
  await upload('7');
  await callAs(deps, organizationId, 'admin').retention.changeRules({
    body: { ...toRulesValue(KEEP_EVERYTHING), scan_days: 90, newest_scans: 1 },
  });
  deps.clock.advance(79.5 * DAY_MS);
  return async () => {
    await followRetention(deps, new AbortController().signal);
    return scans();
  };
}

test('retention removes a day’s more when the clock is set forward a day, for good', async () => {
  const left = await retained();
  expect(await left()).toBe(2);
  deps.clock.advance(DAY_MS);
  expect(await left()).toBe(1);
  deps.clock.advance(-DAY_MS);
  expect(await left()).toBe(1);
});

test('retention removes nothing when the clock is set back a day, and goes on by itself', async () => {
  const left = await retained();
  expect(await left()).toBe(2);
  deps.clock.advance(-DAY_MS);
  deps.clock.advance(18 * HOUR_MS);
  expect(await left()).toBe(2);
  deps.clock.advance(2 * DAY_MS);
  expect(await left()).toBe(1);
});
