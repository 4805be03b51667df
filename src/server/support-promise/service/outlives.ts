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
import { waiversForExport } from '@/server/waiver/service/list';
import { type OutlivesRecord, type OutlivesRow, toPromiseRecord } from '../dto';
import { findPromise, liveImageIds, packagesOfProject } from '../repository/promises';

const MAX_ROWS = 2_000;
const MAX_IMAGES = 20;

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
  const { db, clock } = deps;
  const { project_id: id, project_name: name } = await requireOwned(organizationId, db, projectId);
  const row = await findPromise(organizationId, db, id);
  const project = { id, name };
  const nothing = { counts: null, packages: null, meaning: [], rows: [], left_out: 0 };
  if (!row) return { project, promise: null, ...nothing };
  const [rows, packages] = await Promise.all([
    rowsOf(deps, organizationId, id, row.promisedUntil),
    packageCounts(deps, organizationId, id),
  ]);
  await addMeasures(deps, organizationId, rows, { id, name, ownerId: row.ownerId });
  const sorted = rows.toSorted(byStanding);
  const counts = countStandings(rows.map(({ standing }) => standing));
  return {
    ...{ project, promise: toPromiseRecord(row, dayOf(clock.now())), counts, packages },
    meaning: meaningOf(counts, row.promisedUntil, (day) => day),
    rows: sorted.slice(0, MAX_ROWS),
    left_out: Math.max(0, sorted.length - MAX_ROWS),
  };
}

/** Reads the rows of the same, at once; of one standing, or all. */
export async function* outlivesForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: { readonly projectId: string; readonly standing: OutlivesStanding | null },
) {
  const { rows } = await getOutlives(deps, organizationId, query.projectId);
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
  projectId: string,
  promisedUntil: Day,
): Promise<OutlivesRow[]> {
  const packages = await packagesOfProject(organizationId, deps.db, projectId);
  const packagesBy = new Map(packages.map((one) => [one.softwareId, one]));
  const query = { projectId, sort: 'end', direction: 'asc' } as const;
  const rows = new Map<string, OutlivesRow>();
  for await (const batch of findingsForExport(deps, organizationId, query, null)) {
    for (const { image, ...one } of batch) {
      const held = { id: image.id, name: image.name, tag: image.tag };
      const known = rows.get(one.software_id);
      if (known) {
        known.image_count += 1;
        if (known.images.length < MAX_IMAGES) known.images.push(held);
        continue;
      }
      const end = {
        on: one.eol_date,
        known: one.eol_date_known,
      };
      const found = packagesBy.get(one.software_id);
      rows.set(one.software_id, {
        ...{ software_id: one.software_id, standing: standingOf(end, promisedUntil) },
        ...{ product_name: one.product_name, cycle: one.cycle, artifact_type: one.artifact_type },
        ...{ packages: found?.packages ?? [], package_count: found?.count ?? 0 },
        ...{ state: one.state, ends_on: end.on, ends_on_known: end.known },
        ...{ days_short: daysShort(end, promisedUntil), estimated_from: one.estimated_from },
        ...{ evidence: one.evidence, images: [held], image_count: 1, advice: one.advice },
        contract: one.contract && {
          ...{ id: one.contract.contractId, vendor: one.contract.vendor },
          until: one.contract.until,
        },
        ...{ plans: [], waivers: [] },
      });
    }
  }
  return [...rows.values()];
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string | null;
}

/** Adds the plans that move what ends earlier, and the waivers that hold for it. */
async function addMeasures(
  deps: Deps,
  organizationId: OrganizationId,
  rows: readonly OutlivesRow[],
  place: Place,
): Promise<void> {
  const keyOf = (one: { readonly product_name: string; readonly cycle: string }) =>
    JSON.stringify([one.product_name, one.cycle]);
  const earlier = Map.groupBy(
    rows.filter(({ standing }) => standing === 'earlier'),
    keyOf,
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
  const granted = { state: 'granted', sort: 'ends', direction: 'asc' } as const;
  for await (const waivers of waiversForExport(deps, organizationId, granted))
    for (const waiver of waivers) {
      for (const row of earlier.get(keyOf(waiver)) ?? []) {
        if (holdsIn(waiver, place, row))
          row.waivers.push({ id: waiver.id, ends_on: waiver.ends_on });
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

function holdsIn(
  waiver: {
    readonly scope: string;
    readonly project_name: string | null;
    readonly team: { readonly id: string } | null;
    readonly image_name: string | null;
    readonly image_tag: string | null;
  },
  { name, ownerId }: Place,
  { images }: OutlivesRow,
): boolean {
  if (waiver.scope === 'project') return waiver.project_name === name;
  if (waiver.scope === 'team') return waiver.team?.id === ownerId;
  if (waiver.scope !== 'image') return true;
  if (waiver.project_name !== null && waiver.project_name !== name) return false;
  return images.some(
    (image) =>
      image.name === waiver.image_name &&
      (waiver.image_tag === null || image.tag === waiver.image_tag),
  );
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
