import { type Day, dayOf } from '@/domain/eol/calendar';
import {
  countStandings,
  daysShort,
  meaningOf,
  OUTLIVES_STANDINGS,
  type OutlivesStanding,
  standingOf,
} from '@/domain/support-promise/outlives';
import { countDegrees } from '@/server/evidence/service';
import { findingsForExport } from '@/server/finding/service/fleet';
import { plansForExport } from '@/server/plan/service/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { requireOwned } from '@/server/team/service/owners';
import { fullName, type WaivedImage } from '@/domain/waiver/set';
import { waiversForExport } from '@/server/waiver/service/list';
import { type OutlivesRecord, type OutlivesRow, toPromiseRecord } from '../dto';
import { findPromise, liveImageIds, packagesOfProject } from '../repository/promises';

const MAX_ROWS = 2_000;
const MAX_IMAGES = 20;
const MAX_WAIVERS = 20;

/**
 * Tells what in a project ends before the support that is promised of it, what does not, and of what that is not known. Ends,
 * contracts and advice are those of the list of findings.
 * @throws DomainError 404 when the organization has no such project
 */
export async function getOutlives(
  deps: Deps,
  organizationId: OrganizationId,
  projectId: string,
): Promise<OutlivesRecord> {
  const told = await outlivesOf(deps, organizationId, projectId);
  return {
    ...told,
    rows: told.rows.slice(0, MAX_ROWS),
    left_out: Math.max(0, told.rows.length - MAX_ROWS),
  };
}

/** The same with all rows. */
async function outlivesOf(
  deps: Deps,
  organizationId: OrganizationId,
  projectId: string,
): Promise<Omit<OutlivesRecord, 'left_out'>> {
  const { db, clock } = deps;
  const { project_id: id, project_name: name } = await requireOwned(organizationId, db, projectId);
  const row = await findPromise(organizationId, db, id);
  const project = { id, name };
  const nothing = { counts: null, packages: null, meaning: [], rows: [] };
  if (!row) return { project, promise: null, ...nothing };
  const place = { id, name, ownerId: row.ownerId };
  const waivers = await waiversIn(deps, organizationId, place);
  const [rows, packages] = await Promise.all([
    rowsOf(deps, organizationId, { projectId: id, promisedUntil: row.promisedUntil }, waivers),
    packageCounts(deps, organizationId, id),
  ]);
  await addPlans(deps, organizationId, rows, place);
  const counts = countStandings(rows.map(({ standing }) => standing));
  return {
    ...{ project, promise: toPromiseRecord(row, dayOf(clock.now())), counts, packages },
    meaning: meaningOf(counts, row.promisedUntil, (day) => day),
    rows: rows.toSorted(byStanding),
  };
}

/** Reads all rows of the same, at once; of one standing, or all. */
export async function* outlivesForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: { readonly projectId: string; readonly standing: OutlivesStanding | null },
) {
  const { rows } = await outlivesOf(deps, organizationId, query.projectId);
  const isListed = ({ standing }: OutlivesRow) =>
    query.standing === null || standing === query.standing;
  yield rows.filter(isListed).map((row) => ({ ...row, id: row.software_id }));
}

async function packageCounts(
  deps: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  projectId: string,
): Promise<NonNullable<OutlivesRecord['packages']>> {
  const imageTagIds = await liveImageIds(organizationId, deps.db, projectId);
  if (imageTagIds.length === 0) return { total: 0, unknown: 0, estimated: 0 };
  const [counted] = await countDegrees(deps, organizationId, { by: 'project', imageTagIds });
  if (!counted) return { total: 0, unknown: 0, estimated: 0 };
  const { total, degrees } = counted;
  return {
    ...{ total, unknown: degrees.unknown },
    estimated: degrees.inferred + degrees.stale,
  };
}

async function rowsOf(
  deps: Deps,
  organizationId: OrganizationId,
  { projectId, promisedUntil }: { readonly projectId: string; readonly promisedUntil: Day },
  waivers: WaiversIn,
): Promise<OutlivesRow[]> {
  const packages = await packagesOfProject(organizationId, deps.db, projectId);
  const packagesBy = new Map(packages.map((one) => [one.softwareId, one]));
  const query = { projectId, sort: 'end', direction: 'asc' } as const;
  const rows = new Map<string, OutlivesRow>();
  const waived = new Map<OutlivesRow, Set<HeldWaiver>>();
  for await (const batch of findingsForExport(deps, organizationId, query, null)) {
    for (const { image, ...one } of batch) {
      const held = { id: image.id, name: image.name, tag: image.tag };
      const end = { on: one.eol_date, known: one.eol_date_known };
      const found = packagesBy.get(one.software_id);
      const row: OutlivesRow = rows.get(one.software_id) ?? {
        ...{ software_id: one.software_id, standing: standingOf(end, promisedUntil) },
        ...{ product_name: one.product_name, cycle: one.cycle, artifact_type: one.artifact_type },
        ...{ packages: found?.packages ?? [], package_count: found?.count ?? 0 },
        ...{ state: one.state, ends_on: end.on, ends_on_known: end.known },
        ...{ days_short: daysShort(end, promisedUntil), estimated_from: one.estimated_from },
        ...{ evidence: one.evidence, images: [], image_count: 0, advice: one.advice },
        contract: one.contract && {
          ...{ id: one.contract.contractId, vendor: one.contract.vendor },
          until: one.contract.until,
        },
        ...{ plans: [], waivers: [], waiver_count: 0 },
      };
      rows.set(one.software_id, row);
      row.image_count += 1;
      if (row.images.length < MAX_IMAGES) row.images.push(held);
      if (row.standing !== 'earlier') continue;
      const ofRow = waived.get(row) ?? new Set();
      waived.set(row, ofRow);
      // Of every image that holds it, not of those alone that are named.
      for (const waiver of waivers.of(row, image)) ofRow.add(waiver);
    }
  }
  for (const [row, ofRow] of waived) {
    row.waiver_count = ofRow.size;
    row.waivers = [...ofRow].sort(byLastDay).slice(0, MAX_WAIVERS);
  }
  return [...rows.values()];
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string | null;
}

type Cycle = Pick<OutlivesRow, 'product_name' | 'cycle'>;
type HeldWaiver = OutlivesRow['waivers'][number];

const keyOf = (
  { product_name: name, cycle }: Cycle,
  image: string | null = null,
  tag: string | null = null,
) => JSON.stringify([name, cycle, image, tag]);

/** An image as waivers name it: one of a registry by its full name, too. */
type HoldingImage = Pick<WaivedImage, 'kind' | 'name' | 'tag'>;

/** Granted waivers that hold in a project. */
interface WaiversIn {
  /** Those that hold for a release cycle in one of the project's images. */
  of(cycle: Cycle, image: HoldingImage): HeldWaiver[];
}

async function waiversIn(
  deps: Deps,
  organizationId: OrganizationId,
  { name, ownerId }: Place,
): Promise<WaiversIn> {
  const known = new Map<string, HeldWaiver[]>();
  const granted = { state: 'granted', sort: 'ends', direction: 'asc' } as const;
  for await (const waivers of waiversForExport(deps, organizationId, granted))
    for (const waiver of waivers) {
      const { scope, project_name: project, image_name: image, image_tag: tag } = waiver;
      const isElsewhere = {
        organization: false,
        team: waiver.team?.id !== ownerId,
        project: project !== name,
        // Of an image wherever it is, or in one project alone.
        image: project !== null && project !== name,
      }[scope];
      if (isElsewhere) continue;
      const held = { id: waiver.id, ends_on: waiver.ends_on };
      const names = image === null ? [null] : new Set([image, fullName(image)]);
      for (const named of names) {
        const key = keyOf(waiver, named, tag);
        const others = known.get(key);
        if (others) others.push(held);
        else known.set(key, [held]);
      }
    }
  const inImage = (cycle: Cycle, { kind, name: image, tag }: HoldingImage) =>
    [image, ...(kind === 'image' ? [fullName(image)] : [])].flatMap((named) => [
      keyOf(cycle, named, null),
      keyOf(cycle, named, tag),
    ]);
  return {
    of: (cycle, image) =>
      known.size === 0
        ? []
        : [keyOf(cycle, null, null), ...inImage(cycle, image)].flatMap(
            (key) => known.get(key) ?? [],
          ),
  };
}

const byLastDay = (one: HeldWaiver, other: HeldWaiver) =>
  one.ends_on < other.ends_on || (one.ends_on === other.ends_on && one.id < other.id) ? -1 : 1;

/** Adds the plans that move what ends earlier. */
async function addPlans(
  deps: Deps,
  organizationId: OrganizationId,
  rows: readonly OutlivesRow[],
  place: Place,
): Promise<void> {
  const earlier = Map.groupBy(
    rows.filter(({ standing }) => standing === 'earlier'),
    (row) => keyOf(row),
  );
  if (earlier.size === 0) return;
  for await (const plans of plansForExport(deps, organizationId, { sort: 'due', direction: 'asc' }))
    for (const plan of plans) {
      if (plan.state === 'done' || !isPlannedIn(plan, place)) continue;
      for (const row of earlier.get(keyOf(plan)) ?? []) {
        row.plans.push({
          ...{ id: plan.id, due_on: plan.due_on },
          move_to: `${plan.target_product_name} ${plan.target_cycle}`,
          who: plan.owner?.name ?? plan.owner_team?.name ?? null,
        });
      }
    }
}

function isPlannedIn(
  plan: {
    readonly scope: string;
    readonly project_id: string | null;
    readonly team_id: string | null;
  },
  { id, ownerId }: Place,
): boolean {
  if (plan.scope === 'project') return plan.project_id === id;
  return plan.scope === 'team' ? plan.team_id === ownerId : true;
}

const PLACES = new Map(OUTLIVES_STANDINGS.map((standing, place) => [standing, place]));

/** By standing, then by end; equals by name. */
function byStanding(one: OutlivesRow, other: OutlivesRow): number {
  const place = (row: OutlivesRow) => PLACES.get(row.standing) ?? 0;
  const end = (row: OutlivesRow) => row.ends_on ?? '9999-12-31';
  const name = (row: OutlivesRow) => `${row.product_name} ${row.cycle} ${row.artifact_type}`;
  return (
    place(one) - place(other) ||
    (end(one) < end(other) ? -1 : end(one) > end(other) ? 1 : 0) ||
    name(one).localeCompare(name(other), 'en')
  );
}
