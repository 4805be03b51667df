import { adviceOn } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import { addDays, type Day } from '@/domain/eol/calendar';
import { offsetOf, toPage, type PageRequest } from '@/domain/pagination';
import {
  actionAt,
  calendarOf,
  emptyCalendar,
  joinInto,
  type Span,
  verdictOn,
} from '@/domain/policy/dated-rules';
import { rulesFor } from '@/domain/policy/evaluate';
import { packageRules } from '@/domain/policy/package';
import type { PolicyAction } from '@/domain/policy/policy';
import type { PolicySet } from '@/domain/policy/set';
import { findDegreesOfSoftware } from '@/server/evidence/service';
import { findingsHeld } from '@/server/inventory/service/finding-ids';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import {
  findEolPolicies,
  findListedImages,
  findSoftwareFacts,
  idsIn,
  type HoldingImage,
  type ListedImage,
  type SoftwareFacts,
} from '../repository';
import { toOwner } from '@/server/team/dto';
import { ownersOfProjects } from '@/server/team/service/owners';
import { runningImages } from '@/server/running/service';
import type { JudgedRow } from '@/server/registry/service/judged';
import { grantedWaivers } from '@/server/waiver/service/list';
import { draftedPolicies } from './draft';
import { forEachImage, packagesFor, readHeldValues } from './held-values';
import { placeOfImage, type PlaceFacts } from './places';
import { comingYear, decisionsOf, placeIn, type OutlookQuestion } from './outlook';

/** A choice of an outlook's images, to be listed. */
export interface OutlookImagesQuery extends OutlookQuestion, PageRequest {
  readonly action: PolicyAction;
  /** Null: today. */
  readonly on: Day | null;
  /** Whether a cluster runs it; null: whichever. */
  readonly running: boolean | null;
}

/**
 * Lists a page of the images that are denied, warned of or neither on a day, by name: exactly those that the
 * forecast counts. Each comes with the software that decides: of several, the first by name.
 * @throws DomainError as {@link forecastPolicies}
 */
export async function listOutlookImages(
  deps: Deps,
  organizationId: OrganizationId,
  { draft, decidedBy, action, on, running, ...page }: OutlookImagesQuery,
) {
  const { db, clock } = deps;
  const span = comingYear(clock);
  const day: Span = { first: addDays(span.first, placeIn(span, on)), days: 1 };
  const [current, waivers, runs, view] = await Promise.all([
    findEolPolicies(organizationId, db),
    grantedWaivers(organizationId, db, span.first),
    runningImages(deps, organizationId),
    deps.catalog.forOrganization(organizationId),
  ]);
  const policies = draftedPolicies(current, waivers, draft).after;
  const counts = decisionsOf(decidedBy);
  const held = await readHeldValues(deps, organizationId, policies, (rules) =>
    calendarOf(rules, day, counts),
  );
  const found: HoldingImage[] = [];
  const calendar = emptyCalendar(day);
  await forEachImage(organizationId, db, policies, (image) => {
    if (running !== null && runs.has(image.id) !== running) return;
    joinInto(calendar, held.of(image));
    if (actionAt(calendar, 0) === action) found.push(image);
  });
  const shown = found.slice(offsetOf(page), offsetOf(page) + page.size);
  const { facts } = held.places;
  const explain = { policies, places: facts, action, on: day.first, counts };
  const described = await describe(organizationId, db, shown, explain);
  const items = described.map((image) => ({
    ...image,
    because: image.because && {
      ...image.because,
      advice: adviceOf(view, image.because, span.first),
    },
    running: runs.get(image.id) ?? 0,
  }));
  return { on: day.first, ...toPage(items, found.length, page) };
}

/** Where to move from what decides; null of a package, which no catalog has a cycle of. */
function adviceOf(
  view: CatalogView,
  {
    purl,
    ...software
  }: { readonly purl: string | null; readonly productName: string; readonly cycle: string },
  today: Day,
) {
  return purl === null ? adviceOn(view, software, today) : null;
}

interface Explanation {
  readonly policies: PolicySet;
  readonly places: PlaceFacts;
  readonly action: PolicyAction;
  readonly on: Day;
  readonly counts: ReturnType<typeof decisionsOf>;
}

async function describe(
  organizationId: OrganizationId,
  db: Transaction,
  shown: readonly HoldingImage[],
  explain: Explanation,
) {
  const [listed, facts, packages] = await Promise.all([
    findListedImages(
      organizationId,
      db,
      shown.map(({ id }) => id),
    ),
    findSoftwareFacts(organizationId, db),
    packagesFor(organizationId, db, [explain.policies]),
  ]);
  const owners = await ownersOfProjects(
    { db },
    organizationId,
    listed.map(({ projectId }) => projectId),
  );
  const byId = new Map(listed.map((image) => [image.id, image]));
  const factsById = new Map(facts.map((software) => [software.id, software]));
  const packagesById = new Map(packages.map((found) => [found.id, found]));
  const described = shown.flatMap((image) => {
    const row = byId.get(image.id);
    if (!row) return [];
    const software = [...idsIn(image.softwareIds)].flatMap((id) => factsById.get(id) ?? []);
    const owner = owners.get(row.projectId);
    const asked = owner ? toOwner(owner) : null;
    const held = [...idsIn(image.packageIds)].flatMap((id) => packagesById.get(id) ?? []);
    return [{ ...row, owner: asked, ...becauseOf(row, software, held, explain) }];
  });
  const named = described.flatMap(({ id: imageTagId, because }) =>
    because?.softwareId ? [{ imageTagId, softwareId: because.softwareId }] : [],
  );
  const [findingOf, degrees] = await Promise.all([
    findingsHeld(organizationId, db, named),
    findDegreesOfSoftware(
      organizationId,
      db,
      named.map(({ softwareId }) => softwareId),
    ),
  ]);
  return described.map(({ because, ...image }) => {
    if (!because) return { ...image, because };
    const { softwareId, degree, ...reason } = because;
    if (softwareId === null)
      return { ...image, because: { ...reason, evidence: degree, findingId: null } };
    const findingId = findingOf({ imageTagId: image.id, softwareId });
    const evidence = degrees.get(softwareId) ?? 'unknown';
    return { ...image, because: { ...reason, evidence, findingId } };
  });
}

/** Finds the software, or the package, that gives an image its action on that day, and counts what else does. */
function becauseOf(
  { id: imageTagId, projectId, projectName }: ListedImage,
  software: readonly SoftwareFacts[],
  packages: readonly JudgedRow[],
  { policies, places, action, on, counts }: Explanation,
) {
  const place = placeOfImage(places, { imageTagId, projectId, projectName });
  const deciding = software.flatMap((one) => {
    const verdict = verdictOn(rulesFor(one, policies, place), on);
    if (verdict.action !== action || !verdict.decision || !counts(verdict.decision)) return [];
    const { policy, on: appliesOn } = verdict.decision;
    const { productName, cycle, eolOn: eolDate, eolOnKnown: eolDateKnown, estimatedFrom } = one;
    const end = { eolDate, eolDateKnown, estimatedFrom };
    const software = { softwareId: one.id, degree: null, statement: null, purl: null };
    return [{ productName, cycle, ...end, policyId: policy.id, appliesOn, ...software }];
  });
  const ofPackages = packages.flatMap((found) => {
    const verdict = verdictOn(packageRules(found, policies)(place), on);
    if (verdict.action !== action || !verdict.decision || !counts(verdict.decision)) return [];
    const { name: productName, version: cycle, message: statement, purl } = found;
    const end = { eolDate: null, eolDateKnown: false, estimatedFrom: null };
    const { policy } = verdict.decision;
    const ofPackage = { softwareId: null, degree: found.degree, statement, purl };
    return [{ productName, cycle, ...end, policyId: policy.id, appliesOn: null, ...ofPackage }];
  });
  const all = [...deciding.toSorted(byName), ...ofPackages.toSorted(byName)];
  return { because: all[0] ?? null, others: Math.max(0, all.length - 1) };
}

function byName(
  left: { readonly productName: string },
  right: { readonly productName: string },
): number {
  return left.productName < right.productName ? -1 : Number(left.productName > right.productName);
}
