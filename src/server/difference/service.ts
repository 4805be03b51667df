import pLimit from 'p-limit';
import { dayOf } from '@/domain/eol/calendar';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { invalid, notFound } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { differenceOf, type HeldInventory } from '@/domain/inventory/difference';
import { productOfCycle } from '@/domain/catalog/stand-ins';
import type { CatalogView } from '@/domain/catalog/view';
import type { JudgedPackage } from '@/domain/policy/package';
import type { ScanPlan } from '@/server/inventory/service/plan';
import { estimatedFromOf, type JudgedCycleFacts } from '@/server/inventory/service/software';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { toDifference, type CycleEnds, type DifferenceAnswer, type KnownCycleEnd } from './dto';
import {
  componentsOfInventory,
  findingsOfImage,
  findImageState,
  findNamedImages,
  type HeldComponentRow,
  type ImageStateRow,
  type NamedImage,
} from './repository';

/** An image at one of its scans; null is as it is now. */
export interface StateQuery {
  readonly imageTagId: string;
  readonly scanId: string | null;
}

/** Two inventories of thousands of packages each are in memory while they are compared. */
const comparing = pLimit(2);

interface State {
  readonly row: ImageStateRow;
  readonly held: HeldInventory;
  readonly ends: CycleEnds;
}

/**
 * Compares two states of images, of one image or of two. Ends and advice are as of today for both.
 * @throws DomainError 404 when the organization has no such image, or the image no such scan
 */
export async function compareImages(
  deps: Deps,
  organizationId: OrganizationId,
  { from, to }: { readonly from: StateQuery; readonly to: StateQuery },
) {
  return comparing(async () => {
    const catalog = await deps.catalog.forOrganization(organizationId);
    const before = await readState(deps, organizationId, from, catalog);
    const after = await readState(deps, organizationId, to, catalog);
    const difference = toDifference(
      differenceOf(before.held, after.held),
      new Map([...before.ends, ...after.ends]),
      {
        catalog,
        today: dayOf(deps.clock.now()),
        publicUrl: deps.env.publicUrl,
        names: [nameOf(before.row, from), nameOf(after.row, to)],
      },
    );
    return { from: toState(before.row, from), to: toState(after.row, to), difference };
  });
}

/** A document as it was judged. */
export interface ComparedDocument {
  readonly plan: ScanPlan;
  readonly cycles: ReadonlyMap<string, JudgedCycleFacts>;
  /** How well the ends of these are known. */
  readonly degrees: ReadonlyMap<string, EvidenceDegree>;
  /** What is known of its packages from registries. */
  readonly packages: readonly JudgedPackage[];
}

/**
 * Compares an image as it is now with a document that is at hand.
 * @param against `project/reference` as the list of images shows both, or the image's id
 * @throws DomainError 404 when the organization has no such image, 422 when the name fits several
 */
export async function compareWithDocument(
  deps: Deps,
  organizationId: OrganizationId,
  against: string,
  { plan, cycles, degrees, packages }: ComparedDocument,
): Promise<DifferenceAnswer> {
  return comparing(async () => {
    const imageTagId = await resolveImage(deps, organizationId, against);
    const query = { imageTagId, scanId: null };
    const catalog = await deps.catalog.forOrganization(organizationId);
    const before = await readState(deps, organizationId, query, catalog);
    return toDifference(
      differenceOf(before.held, heldByPlan(plan, packages, catalog)),
      new Map([...before.ends, ...endsOfDocument(cycles, degrees)]),
      {
        catalog,
        today: dayOf(deps.clock.now()),
        publicUrl: deps.env.publicUrl,
        names: [nameOf(before.row, query), 'the document'],
      },
    );
  });
}

function endsOfDocument(
  cycles: ComparedDocument['cycles'],
  degrees: ComparedDocument['degrees'],
): CycleEnds {
  const known = [...cycles].map(([key, facts]): [string, KnownCycleEnd] => [
    key,
    {
      ...facts,
      ...{ estimatedFrom: estimatedFromOf(facts), evidence: degrees.get(key) ?? 'unknown' },
    },
  ]);
  return new Map(known);
}

async function readState(
  { db }: Deps,
  organizationId: OrganizationId,
  query: StateQuery,
  catalog: CatalogView,
): Promise<State> {
  const row = await findImageState(organizationId, db, query);
  if (!row) throw notFound(query.scanId === null ? 'Image tag' : 'Scan');
  const at = query.scanId === null ? null : row.acceptedAt;
  const isKnown = at === null || !row.isOvertaken;
  const found = isKnown ? await findingsOfImage(organizationId, db, row.id, at) : null;
  const ends = (found ?? []).map((finding): [string, KnownCycleEnd] => {
    const { productName, cycle, eolOn, eolOnKnown, estimatedFrom, evidence, support } = finding;
    const facts = { eolOn, eolOnKnown, estimatedFrom, evidence, support };
    return [identityOf(productName, cycle), facts];
  });
  const components = await readComponents({ db }, organizationId, row);
  return {
    row,
    ends: new Map(ends),
    held: {
      findings: found,
      components: components && components.map((component) => toHeld(component, catalog)),
    },
  };
}

/** Reads the packages of a scan; null when it had some that are not kept any more. */
async function readComponents(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  { inventoryId, componentCount }: ImageStateRow,
): Promise<HeldComponentRow[] | null> {
  if (inventoryId === null) return componentCount === 0 ? [] : null;
  return componentsOfInventory(organizationId, db, inventoryId);
}

function toHeld(
  { product: slug, cycle, hasEnd, ...component }: HeldComponentRow,
  catalog: CatalogView,
) {
  const product = slug === null ? null : productOfCycle(catalog, slug, cycle);
  const software = product && cycle !== null ? { productName: product.name, cycle, hasEnd } : null;
  return { ...component, software };
}

function heldByPlan(
  plan: ScanPlan,
  packages: readonly JudgedPackage[],
  catalog: CatalogView,
): HeldInventory {
  const facts = new Map(packages.map((one) => [factKey(one), one]));
  const reports = new Map(plan.cycles.map((cycle) => [cycle.cycleKey, cycle]));
  return {
    findings: plan.findings.flatMap(({ cycleKey, artifactType }) => {
      const report = reports.get(cycleKey);
      return report ? [{ productName: report.product, cycle: report.cycle, artifactType }] : [];
    }),
    components: plan.components.map(({ identity, name, version, type, purl }) => {
      const stored = plan.inventory.matches.get(identity)?.stored;
      const match = stored?.state === 'vendor' ? stored : null;
      const { product = null, cycle = null, cycleKey = null } = match ?? {};
      const hasEnd = cycleKey !== null;
      const fact = facts.get(factKey({ name, version, purl })) ?? null;
      return toHeld({ name, version, type, purl, product, cycle, hasEnd, fact }, catalog);
    }),
  };
}

function factKey({ name, version, purl }: Pick<HeldComponentRow, 'name' | 'version' | 'purl'>) {
  return JSON.stringify([name, version, purl]);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function resolveImage(
  { db }: Deps,
  organizationId: OrganizationId,
  against: string,
): Promise<string> {
  if (UUID.test(against)) return against;
  const [imageTagId, ...others] = await findNamedImages(organizationId, db, namesIn(against));
  if (imageTagId === undefined) throw notFound('Image tag');
  if (others.length > 0) {
    const msg = 'Value error, several images have this name: give the id of one';
    throw invalid([{ loc: ['query', 'against'], msg, type: 'value_error' }]);
  }
  return imageTagId;
}

/** Lists what a text may name: projects and images may both have slashes, and a tag follows `:`, `@` or a space. */
function namesIn(against: string): NamedImage[] {
  const slashes = [...against.matchAll(/\//g)].map(({ index }) => index);
  return slashes.flatMap((slash) => {
    const projectKey = identityOf(against.slice(0, slash));
    const reference = against.slice(slash + 1);
    const named = [':', '@', ' '].flatMap((sign) => {
      const at = reference.lastIndexOf(sign);
      return at < 0 ? [] : [[reference.slice(0, at), reference.slice(at + 1)] as const];
    });
    return [...named, [reference, 'latest'] as const].map(([name, tag]) => ({
      projectKey,
      referenceKey: identityOf(name, tag),
    }));
  });
}

function nameOf({ kind, name, tag, acceptedAt }: ImageStateRow, { scanId }: StateQuery): string {
  const reference = kind === 'directory' ? name : `${name}${kind === 'image' ? ':' : ' '}${tag}`;
  return scanId === null ? reference : `${reference}, scan of ${acceptedAt.toISOString()}`;
}

function toState(row: ImageStateRow, { scanId }: StateQuery) {
  return {
    ...{ image_tag_id: row.id, kind: row.kind, name: row.name, tag: row.tag },
    ...{ project_name: row.projectName, scan_id: scanId },
    scan_date: row.acceptedAt.toISOString(),
  };
}
