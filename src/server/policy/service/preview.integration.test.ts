import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf, type Day } from '@/domain/eol/calendar';
import type { PolicyFields } from '@/domain/policy/policy';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, runImages, scanImage } from '@/test/factories';
import { findEolPolicies, findSoftwareFacts } from '../repository';
import { slowPreview } from '../testing/slow-preview';
import { DRAFT_ID, type PolicyDraft } from './draft';
import { previewPolicy } from './preview';

let deps: TestDeps;
let today: Day;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  today = dayOf(deps.clock.now());
});
afterAll(() => deps.db.close());

/** Rows of a list that are given: six images in as many places hold more at the most. */
const SHOWN = 50;

const PROJECTS = ['shop', 'billing', 'search'];
const IMAGES = ['a', 'b', 'c', 'd', 'e', 'f'];
const CYCLES = ['Redis', 'Node.js'].flatMap((product) =>
  ['6', '7', '7-stream'].map((cycle) => ({ product, cycle })),
);
const SOFTWARE = CYCLES.flatMap((cycle) => ['deb', 'npm'].map((type) => ({ ...cycle, type })));

const dayNear = fc.integer({ min: -60, max: 60 }).map((days) => addDays('2026-11-21' as Day, days)); // a day of the calendar
const dayCount = fc.option(fc.integer({ min: 0, max: 60 }));

/** A policy that would be accepted: what contradicts itself is put in order. */
const fields: fc.Arbitrary<PolicyFields> = fc
  .record({
    scope: fc.constantFrom('global', 'project', 'project', 'software'),
    days: fc.tuple(dayCount, fc.option(fc.integer({ min: -60, max: 60 }))),
    deniesFrom: fc.option(dayNear),
    dates: fc.tuple(fc.option(dayNear), fc.option(dayNear)),
    projectName: fc.constantFrom(...PROJECTS),
    productName: fc.constantFrom('Redis', 'Node.js'),
    cycle: fc.constantFrom('6', '7'),
    cycleOperator: fc.constantFrom('LT', 'LTE', 'EQ'),
    onlyRunning: fc.constantFrom(false, false, true),
    denyEstimates: fc.boolean(),
    deprecated: fc.constant(null),
    stale: fc.constant(null),
  })
  .map(({ days: [someDays, otherDays], dates: [someDay, otherDay], ...scoped }) => {
    // A warning is never counted forward.
    const isOrdered =
      someDays === null || otherDays === null || otherDays < 0 || someDays >= otherDays;
    const isDated = someDay === null || otherDay === null || someDay <= otherDay;
    const isEmpty = [someDays, otherDays, someDay, otherDay].every((given) => given === null);
    return {
      ...scoped,
      type: 'EOL',
      notaryPolicy: null,
      warnDays: isEmpty ? 7 : isOrdered ? someDays : otherDays,
      denyDays: isOrdered ? otherDays : someDays,
      warnOn: isDated ? someDay : otherDay,
      denyOn: isDated ? otherDay : someDay,
    };
  });

const image = fc.record({
  project: fc.constantFrom(...PROJECTS),
  runs: fc.boolean(),
  held: fc.subarray(SOFTWARE.map((_, index) => index)),
  /** The part of it that only the catalog finds. */
  unseen: fc.subarray(SOFTWARE.map((_, index) => index)),
});
const end = fc.record({
  eolOn: fc.option(dayNear),
  isKnown: fc.boolean(),
  scannerEolOn: fc.option(dayNear),
  isSame: fc.boolean(),
  scannerEnded: fc.boolean(),
  scannerEolIsPlain: fc.boolean(),
});
const draft = fc.record({
  edited: fc.option(fc.nat({ max: 5 })),
  fields: fc.option(fields),
});

type Image = typeof image extends fc.Arbitrary<infer Value> ? Value : never;
type End = typeof end extends fc.Arbitrary<infer Value> ? Value : never;

async function scan(organization: OrganizationId, images: readonly Image[]) {
  for (const [index, { project, held, unseen }] of images.entries()) {
    const software = held.flatMap((number) => SOFTWARE[number] ?? []);
    const name = IMAGES[index] ?? '';
    const scanned = await scanImage(deps, organization, { project, image: name, software });
    const found = software.filter((one) => unseen.some((number) => SOFTWARE[number] === one));
    await setUnseen(organization, scanned.image_tag_id, found);
  }
  const running = images.flatMap(({ runs }, index) => (runs ? [IMAGES[index] ?? ''] : []));
  await runImages(deps, organization, running);
}

/** As if the catalog had matched the packages that the scan's matches name. */
async function setUnseen(
  organization: OrganizationId,
  imageTagId: string,
  unseen: readonly (typeof SOFTWARE)[number][],
) {
  await deps.db.query(
    `UPDATE image_tag SET catalog_software_ids = ARRAY(
       SELECT s.id FROM software s
         JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
         JOIN json_to_recordset($3) AS r(product text, cycle text, type text)
           ON r.product = c.product_name AND r.cycle = c.cycle AND r.type = s.artifact_type
        WHERE s.organization_id = $1)
      WHERE organization_id = $1 AND id = $2`,
    [organization, imageTagId, JSON.stringify(unseen)],
  );
}

async function setEnds(organization: OrganizationId, ends: readonly End[]) {
  for (const [index, { eolOn, isKnown, isSame, ...scanner }] of ends.entries()) {
    const { product, cycle } = CYCLES[index] ?? { product: '', cycle: '' };
    const scannerEolOn = isSame ? eolOn : scanner.scannerEolOn;
    await deps.db.query(
      `UPDATE software_cycle SET eol_on = $4, eol_on_known = $5, scanner_eol_on = $6, scanner_ended = $7,
              scanner_eol_is_plain = $8
        WHERE organization_id = $1 AND product_name = $2 AND cycle = $3`,
      [
        organization,
        product,
        cycle,
        eolOn,
        eolOn !== null && isKnown,
        scannerEolOn,
        scanner.scannerEnded,
        scannerEolOn !== null || scanner.scannerEolIsPlain,
      ],
    );
  }
}

/** Gives the world as the service sees it, for the slow way. */
async function worldOf(
  organization: OrganizationId,
  images: readonly Image[],
  { policyId, fields: changed }: PolicyDraft,
) {
  const before = await findEolPolicies(organization, deps.db);
  const software = await findSoftwareFacts(organization, deps.db);
  const edited = before.flatMap((policy) => {
    if (policy.id !== policyId) return [policy];
    return changed ? [{ ...changed, id: policy.id }] : [];
  });
  const isNew = policyId === null && changed !== null;
  return {
    today,
    before,
    after: isNew ? [...before, { ...changed, id: DRAFT_ID }] : edited,
    software,
    images: images.map(({ project, runs, held, unseen }, index) => {
      const among = (numbers: readonly number[]) =>
        software.filter((one) =>
          numbers.some((number) => {
            const { product, cycle, type } = SOFTWARE[number] ?? {};
            return one.productName === product && one.cycle === cycle && one.artifactType === type;
          }),
        );
      const all = among(held);
      const seen = among(held.filter((number) => !unseen.includes(number)));
      return { name: IMAGES[index] ?? '', projectName: project, runs, held: all, seen };
    }),
  };
}

test('equals what judging every image on every day gives', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(image, { minLength: 1, maxLength: IMAGES.length }),
      fc.array(end, { minLength: CYCLES.length, maxLength: CYCLES.length }),
      fc.array(fields, { maxLength: 6 }),
      draft,
      async (images, ends, policies, { edited, fields: changed }) => {
        const organization = await makeOrganization(deps);
        await scan(organization, images);
        await setEnds(organization, ends);
        const ids: string[] = [];
        for (const policy of policies) ids.push(await makePolicy(deps, organization, policy));
        const policyId = edited === null ? null : (ids[edited] ?? null);
        const change = { policyId, fields: changed };
        const world = await worldOf(organization, images, change);
        const slow = slowPreview(world);
        const preview = await previewPolicy(deps, organization, change);
        expect(preview.counts).toEqual(slow.counts);
        expect(preview.newlyDenied).toEqual(slow.newlyDenied);
        expect(preview.noLongerDenied).toMatchObject(slow.noLongerDenied);
        expect(preview.timeline.items).toEqual(slow.timeline);
        expect(preview.images.items).toMatchObject(slow.images);
        expect(preview.software.items).toMatchObject(slow.software.slice(0, SHOWN));
        expect(preview.scannerDifferences.items).toMatchObject(slow.differences.slice(0, SHOWN));
        const lists = [preview.images, preview.software, preview.scannerDifferences];
        const all = [slow.images, slow.software, slow.differences];
        expect(lists.map(({ total }) => total)).toEqual(all.map(({ length }) => length));
      },
    ),
    { numRuns: 40 },
  );
});
