import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths, dayOf, type Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { type Period, type TrendCounts, type TrendPoint, trendPoints } from '@/domain/eol/trend';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { deleteProject } from '@/server/project/service';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { eolCounts } from './service/counts';

let db: TestDatabase;
let deps: TestDeps;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterAll(() => db.close());

const PROJECTS = ['shop', 'billing'];
const IMAGES = ['api', 'web', 'db'];
const PRODUCTS = ['Debian', 'Redis', 'Node.js'];
const TYPES = ['deb', 'npm'];
/** Every software that a scan may find. */
const SOFTWARE = PRODUCTS.flatMap((product) => TYPES.map((type) => ({ product, type })));

type Step =
  | { readonly kind: 'scan'; project: string; image: string; held: readonly number[] }
  | { readonly kind: 'delete'; project: string }
  | { readonly kind: 'wait'; hours: number };

/** The software of one image from a moment on; null: the image is gone. */
interface Moment {
  readonly at: Date;
  readonly held: readonly number[] | null;
}
type History = Map<string, Moment[]>;

interface End {
  readonly on: Day | null;
  readonly known: boolean;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('scan' as const),
      project: fc.constantFrom(...PROJECTS),
      image: fc.constantFrom(...IMAGES),
      held: fc.subarray(SOFTWARE.map((_, index) => index)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      project: fc.constantFrom(...PROJECTS),
    }),
  },
  {
    weight: 4,
    // Half days reach midnight to the instant; no time at all makes one step replace another.
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.constantFrom(0, 1, 12, 24, 36, 200, 1_500),
    }),
  },
);

const end: fc.Arbitrary<End> = fc.oneof(
  fc.constant({ on: null, known: false }),
  fc
    .record({
      months: fc.integer({ min: -8, max: 30 }),
      day: fc.constantFrom('01', '15', '28', '29', '31'),
      known: fc.boolean(),
    })
    .map(({ months, day, known }) => {
      const month = addMonths('2025-01-31' as Day, months); // a day of the calendar
      const on = `${month.slice(0, 8)}${day}` as Day; // checked on the next line
      return { on: on > month ? month : on, known };
    }),
);

async function live(organization: OrganizationId, steps: readonly Step[]): Promise<History> {
  const actor = await makeActor(deps, organization);
  const history: History = new Map();
  const projectIds = new Map<string, string>();
  for (const step of steps) {
    const at = deps.clock.now();
    if (step.kind === 'wait') deps.clock.advance(step.hours * 3_600_000);
    else if (step.kind === 'scan') {
      const { project, image, held } = step;
      const software = held.flatMap((index) => SOFTWARE[index] ?? []);
      const { project_id } = await scanImage(deps, organization, { project, image, software });
      projectIds.set(project, project_id);
      const key = `${project_id} ${image}`;
      history.set(key, [...(history.get(key) ?? []), { at, held }]);
    } else {
      const id = projectIds.get(step.project);
      if (id === undefined) continue;
      projectIds.delete(step.project);
      await deleteProject(deps, actor, id);
      for (const [key, moments] of history)
        if (key.startsWith(id)) moments.push({ at, held: null });
    }
  }
  return history;
}

/** Each date as if it were an organization's own; what counts is what is known when the trend is read. */
async function setEnds(organization: OrganizationId, ends: readonly End[]): Promise<void> {
  for (const [index, { on, known }] of ends.entries()) {
    await db.query(
      `UPDATE software_cycle SET eol_on = $3, eol_on_known = $4
        WHERE organization_id = $1 AND product_name = $2`,
      [organization, PRODUCTS[index], on, on !== null && known],
    );
  }
}

/** Counts the slow, obvious way: looks at every image at the end of the period, and at everything it held. */
function countAt(history: History, ends: readonly End[], point: TrendPoint, type: string | null) {
  const counts: TrendCounts = { low: 0, medium: 0, high: 0, critical: 0, unknown: 0, none: 0 };
  for (const moments of history.values()) {
    const held = moments.filter(({ at }) => at < point.endsAt).at(-1)?.held ?? null;
    if (held?.length === 0) counts.none += 1;
    for (const index of held ?? []) {
      const software = SOFTWARE[index];
      if (!software || (type !== null && software.type !== type)) continue;
      const known = ends[PRODUCTS.indexOf(software.product)];
      counts[stateAt(known, point.asOf)] += 1;
    }
  }
  return { date: point.on, ...counts };
}

function stateAt(end: End | undefined, asOf: Day): keyof TrendCounts {
  const names = {
    ended: 'critical',
    soon: 'high',
    next: 'medium',
    later: 'low',
    unknown: 'unknown',
  } as const;
  return names[stateOf(end?.known ? end.on : null, asOf)];
}

test('equals what looking at every image at every point gives', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.array(end, { minLength: PRODUCTS.length, maxLength: PRODUCTS.length }),
      fc.constantFrom<Period>('DAILY', 'MONTHLY'),
      fc.integer({ min: -20, max: 200 }),
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom(null, 'deb', 'npm', 'rpm'),
      async (steps, ends, period, startsAfterDays, days, type) => {
        deps.clock.set('2025-01-30T12:00:00Z');
        const organization = await makeOrganization(deps);
        const dayAt = (offset: number) => dayOf(new Date(Date.UTC(2025, 0, 30 + offset)));
        const history = await live(organization, steps);
        await setEnds(organization, ends);
        const points = trendPoints(period, dayAt(startsAfterDays), dayAt(startsAfterDays + days));
        expect(await eolCounts(deps, organization, points, type)).toEqual({
          eolCounts: points.map((point) => countAt(history, ends, point, type)),
          allEolCounts: points.map((point) => countAt(history, ends, point, null)),
        });
      },
    ),
    { numRuns: 40 },
  );
});
