import { catalogEndOf, type ReleaseCycle } from '@/domain/catalog/catalog';
import { cycleNamed } from '@/domain/catalog/view';
import { addMonths, dayOf, type Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { coveredWords } from '@/domain/contract/contract';
import {
  changesSince,
  endedByMeasure,
  PACK_FORMAT,
  type PackContent,
  type PackSoftware,
} from '@/domain/pack/content';
import type { TemplateName } from '@/domain/pack/templates';
import { readOwnDates } from '@/server/catalog/service/overrides';
import { catalogStatus, dateChangesOf } from '@/server/catalog/service/status';
import { contractsForExport } from '@/server/contract/service/list';
import type { FleetFinding } from '@/server/finding/dto';
import { findingsForExport } from '@/server/finding/service/fleet';
import { readCoverage } from '@/server/knowledge/service/read';
import { findOrganization } from '@/server/organization/service';
import { softwareStates } from '@/server/overview/service';
import type { PlanRecord } from '@/server/plan/dto';
import { plansForExport } from '@/server/plan/service/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { listProductsInUse } from '@/server/software/service/list';
import { waiversForExport } from '@/server/waiver/service/list';

/** Rows of software that a pack holds: a thousand pages of them are not read either. */
const MAX_SOFTWARE = 20_000;
/** How far back changed dates are told where there is no pack before. */
const MONTHS_BACK = 12;
/** Changed dates that a pack tells: more are counted, those that were changed first. */
const MAX_CHANGES = 2_000;

/** What is known before anything is read. */
export interface PackHead {
  readonly id: string;
  readonly number: number;
  readonly template: TemplateName;
  readonly madeAt: Date;
  readonly madeBy: string;
  /** The pack before of the same template. */
  readonly before: { readonly content: PackContent; readonly sha256: string } | null;
}

/** Gathers what a pack says, from the services that show the same on pages. */
export async function gatherPack(
  deps: Deps,
  organizationId: OrganizationId,
  head: PackHead,
): Promise<PackContent> {
  const today = dayOf(head.madeAt);
  const plans = await allOf(
    plansForExport(deps, organizationId, { sort: 'due', direction: 'asc' }),
  );
  const found = await softwareOf(deps, organizationId, { plans, today });
  const { before } = head;
  const since = before ? before.content.made_at : `${addMonths(today, -MONTHS_BACK)}T00:00:00.000Z`;
  const [organization, states, status, changes] = await Promise.all([
    findOrganization(organizationId, deps.db),
    softwareStates(deps, organizationId),
    catalogStatus(deps),
    dateChanges(deps, organizationId, since),
  ]);
  const { software } = found;
  return {
    ...{ format: PACK_FORMAT, version: 1, id: head.id, number: head.number },
    template: head.template,
    organization: { id: organizationId, name: organization?.name ?? '' },
    ...{ made_at: head.madeAt.toISOString(), made_by: head.madeBy, as_of: today },
    catalog: {
      revision: status.revision,
      source: status.source,
      updated_at: status.updated_at,
      products: status.products,
      read_from: status.read_from,
      checked_at: status.checked_at,
      document_made_at: status.document_made_at,
    },
    scope: {
      projects: found.projects,
      images: found.images,
      software: Object.values(states.now).reduce((sum, one) => sum + one, 0),
      states: states.now,
      coverage: await coverageOf(deps, organizationId),
    },
    software,
    software_left_out: found.leftOut,
    ended_rows: endedByMeasure(software, today),
    since: before && {
      number: before.content.number,
      made_at: before.content.made_at,
      sha256: before.sha256,
      ...changesSince(before.content.software, software),
    },
    plans: plans.map(toPackPlan),
    waivers: await waiversOf(deps, organizationId),
    contracts: await contractsOf(deps, organizationId),
    ...changes,
  };
}

const SHOWN: ReadonlySet<EolState> = new Set(['ended', 'soon', 'next']);

/** Counts pairs of two ids, of which there may be as many as findings, in a few bytes each. */
class Pairs {
  private readonly places = [new Map<string, number>(), new Map<string, number>()] as const;
  private readonly pairs = new Set<number>();

  get size(): number {
    return this.pairs.size;
  }

  add(one: string, other: string): void {
    const [ones, others] = this.places;
    this.pairs.add(placeIn(ones, one) * 2 ** 26 + placeIn(others, other));
  }
}

function placeIn(places: Map<string, number>, id: string): number {
  const place = places.get(id) ?? places.size;
  places.set(id, place);
  return place;
}

/**
 * Adds up findings by software and project; also counts what all of them are in. Of more rows than a pack holds those are kept
 * that end first, as findings come in this order: the others are only counted, and there may be hundreds of thousands.
 * @param plans by when they are due
 * @param today the UTC day of the pack
 */
async function softwareOf(
  deps: Deps,
  organizationId: OrganizationId,
  { plans, today }: { readonly plans: readonly PlanRecord[]; readonly today: Day },
) {
  const query = { sort: 'end', direction: 'asc' } as const;
  const rows = new Map<string, PackSoftware>();
  const leftOut = new Pairs();
  const images = new Set<string>();
  const projects = new Set<string>();
  const view = await deps.catalog.forOrganization(organizationId);
  const ownDates = await readOwnDates(organizationId, deps.db, view);
  // What was found again after all is moved by nobody, until somebody takes it up.
  const open = plans.filter(({ state }) => state === 'planned' || state === 'under_way');
  for await (const batch of findingsForExport(deps, organizationId, query, null)) {
    for (const one of batch) {
      images.add(one.image.id);
      projects.add(one.project.id);
      if (!SHOWN.has(one.state) || one.eol_date === null) continue;
      const key = `${one.software_id} ${one.project.id}`;
      const known = rows.get(key);
      if (!known && rows.size === MAX_SOFTWARE) {
        leftOut.add(one.software_id, one.project.id);
        continue;
      }
      const named = { productName: one.product_name, cycle: one.cycle };
      const cycle = cycleNamed(view, named)?.cycle ?? null;
      const hasOwnDate = ownDates(named) !== null;
      rows.set(key, {
        ...{ product: one.product_name, cycle: one.cycle, type: one.artifact_type },
        ...{ project: one.project.name, owner: one.owner?.name ?? null, state: one.state },
        ...{ ends_on: one.eol_date, ends_on_known: one.eol_date_known },
        ...{ estimated_from: one.estimated_from, contract_until: one.contract?.until ?? null },
        move_to: one.advice?.target?.label ?? null,
        images: (known?.images ?? 0) + 1,
        evidence: one.evidence,
        regular_until: hasOwnDate ? cycle && catalogEndOf(cycle) : regularEndOf(one),
        extended_until: extendedEndOf(cycle),
        waived_images: (known?.waived_images ?? 0) + (one.waiver ? 1 : 0),
        waived_until: firstOf(known?.waived_until ?? null, one.waiver?.ends_on ?? null),
        planned_until: known ? known.planned_until : dueOf(one, open, today),
      });
    }
  }
  return {
    ...{ software: [...rows.values()], leftOut: leftOut.size },
    ...{ images: images.size, projects: projects.size },
  };
}

/** Picks the first of two days, of which either may be missing. */
function firstOf(one: string | null, other: string | null): string | null {
  return one !== null && (other === null || one < other) ? one : other;
}

/**
 * Finds when software is to be moved where it was found: by the next plan, else by the last one that is overdue. Plans are
 * for a cycle by its names, whatever contract covers it: software under one has ids of its own.
 */
function dueOf(
  found: Pick<FleetFinding, 'product_name' | 'cycle' | 'project' | 'owner'>,
  plans: readonly PlanRecord[],
  today: Day,
): string | null {
  const here = plans.filter(
    ({ product_name: product, cycle, scope, project_id: projectId, team_id: teamId }) =>
      product === found.product_name &&
      cycle === found.cycle &&
      (scope === 'organization' || projectId === found.project.id || teamId === found.owner?.id),
  );
  return (here.find(({ due_on: on }) => on >= today) ?? here.at(-1))?.due_on ?? null;
}

/** What of a finding tells the ends of support. */
interface Found {
  readonly eol_date: string | null;
  readonly eol_date_known: boolean;
  readonly estimated_from: string | null;
  readonly contract: {
    readonly upstreamDate: string | null;
    readonly upstreamDateKnown: boolean;
  } | null;
}

/**
 * When support for nothing ends, of what has no date of the organization's own, which is not that of the vendor; null where
 * nobody gives the day.
 */
function regularEndOf({ contract, ...one }: Found): string | null {
  if (contract) return contract.upstreamDateKnown ? contract.upstreamDate : null;
  return one.eol_date_known && one.estimated_from === null ? one.eol_date : null;
}

/** When support for money ends, as the catalog has it. */
function extendedEndOf(cycle: ReleaseCycle | null): string | null {
  return cycle?.support.find(({ level }) => level === 'EXTENDED_SUPPORT')?.endsOn ?? null;
}

/** How well packages are known, as the page on coverage has it. */
async function coverageOf(
  deps: Deps,
  organizationId: OrganizationId,
): Promise<PackContent['scope']['coverage']> {
  const { measured_at: at, images, all } = await readCoverage(deps, organizationId);
  if (at === null) return null;
  return { measured_at: at, images, packages: all.components, degrees: all.degrees };
}

function toPackPlan(plan: PlanRecord): PackContent['plans'][number] {
  return {
    ...{ product: plan.product_name, cycle: plan.cycle },
    move_to: `${plan.target_product_name} ${plan.target_cycle}`,
    where: plan.project_name ?? plan.team_name ?? 'Everywhere',
    who: plan.owner?.name ?? plan.owner_team?.name ?? null,
    ...{ due_on: plan.due_on, state: plan.state, images_left: plan.images_left },
  };
}

async function waiversOf(
  deps: Deps,
  organizationId: OrganizationId,
): Promise<PackContent['waivers']> {
  const query = { sort: 'ends', direction: 'asc' } as const;
  const waivers = await allOf(waiversForExport(deps, organizationId, query));
  return waivers.map((waiver) => ({
    ...{ product: waiver.product_name, cycle: waiver.cycle, state: waiver.state },
    where: waiver.image_name ?? waiver.project_name ?? waiver.team?.name ?? 'Everywhere',
    ...{ reason: waiver.reason, control: waiver.mitigating_control },
    ...{ owner: waiver.owner.name, approver: waiver.decided_by?.name ?? null },
    ends_on: waiver.ends_on,
  }));
}

/** Reads all batches of a list. */
async function allOf<Row>(batches: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

/** Without what they cost: a pack is handed on. */
async function contractsOf(
  deps: Deps,
  organizationId: OrganizationId,
): Promise<PackContent['contracts']> {
  const query = { sort: 'end', direction: 'asc' } as const;
  const contracts = await allOf(contractsForExport(deps, organizationId, query));
  return contracts.map((one) => ({
    vendor: one.vendor,
    covers: one.software
      .map(({ product_name: productName, cycle }) => coveredWords({ productName, cycle }))
      .join('; '),
    where: one.project_name ?? one.team_name ?? 'Everywhere',
    ...{ starts_on: one.starts_on, ends_on: one.ends_on, state: one.state },
  }));
}

/** The dates that the catalog changed of what is in use, newest first. */
async function dateChanges(
  deps: Deps,
  organizationId: OrganizationId,
  since: string,
): Promise<Pick<PackContent, 'date_changes' | 'date_changes_left_out'>> {
  const view = await deps.catalog.forOrganization(organizationId);
  const used = await listProductsInUse(deps, organizationId);
  const slugs = new Set(
    used.flatMap(({ productName }) => view.productNamed(productName)?.slug ?? []),
  );
  const { changes, total } = await dateChangesOf(deps, {
    ...{ slugs: [...slugs], since: new Date(since), most: MAX_CHANGES },
  });
  return {
    date_changes: changes.map((one) => ({
      ...{ product: one.product, cycle: one.cycle, level: one.level },
      ...{ from: one.oldEndsOn, to: one.newEndsOn, changed_at: one.changedAt.toISOString() },
      ...{ from_ended: one.oldEnded, to_ended: one.newEnded },
    })),
    date_changes_left_out: total - changes.length,
  };
}
