import type { CatalogMatch } from '@/domain/catalog/match';
import type { CatalogView } from '@/domain/catalog/view';
import { dayOf } from '@/domain/eol/calendar';
import { carriedCycle, carriesAnEnd } from '@/domain/inventory/carried-dates';
import type { MatchedComponent } from '@/domain/inventory/findings';
import { isSameMatch, type StoredMatch, toComponentMatch } from '@/domain/inventory/matching';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { OrganizationCatalog } from '@/server/catalog/service/store';
import type { Transaction } from '@/server/platform/db/db';
import { coverImages } from '@/server/coverage/service';
import { applyFindings, type FindingChanges, type WantedFindings } from './findings';
import { bringCycles, ensureSoftware } from './software';
import { componentsById, updateMatches, type StoredComponent } from '../repository/components';
import {
  componentIdsOf,
  lockRematched,
  openFindings,
  updateRematched,
  type RematchedRow,
  type RematchedTag,
} from '../repository/image-tag';
import { removeQueued } from '../repository/matching';
import { inventoryColumns, matchColumns } from './matching';
import {
  broughtSoftware,
  judgeImage,
  type JudgedImage,
  reportsOf,
  wantedById,
} from './wanted-findings';

/** Components of one organization that are remembered at once: some 50 MB. */
const MAX_REMEMBERED = 300_000;

/** Components as they are stored that are in memory at once: a kilobyte each. */
const READ_AT_ONCE = 2_000;

/** A component's match by one catalog, and whether the stored one differs. */
export interface FreshMatch extends MatchedComponent {
  readonly isChanged: boolean;
}

/** Says what a component's own date makes under the catalog that matched it so: nothing of most. */
function carriedOf(
  component: StoredComponent,
  match: CatalogMatch,
): Pick<MatchedComponent, 'carried'> {
  if (!carriesAnEnd(component)) return {};
  const { name, version, type, purl, scope, carried } = component;
  const cycle = carriedCycle(component, match);
  return { carried: { component: { name, version, type, purl, scope, carried }, cycle } };
}

/** One catalog's matches of an organization's components, remembered while its images are gone through. */
export class ComponentMatches {
  private readonly remembered = new Map<string, MatchedComponent>();

  constructor(
    private readonly organizationId: OrganizationId,
    private readonly catalog: Pick<CatalogView, 'matchScanned'>,
    private readonly maxRemembered = MAX_REMEMBERED,
  ) {}

  /** Matches a component again. */
  matchOf(component: StoredComponent): FreshMatch {
    const found = this.catalog.matchScanned(component, component.distro ?? null);
    const match = toComponentMatch(found, component);
    const { id, type, state, product, cycle, cycleKey } = component;
    const matched = { id, type, match, ...carriedOf(component, found) };
    if (this.remembered.size >= this.maxRemembered) this.remembered.clear();
    this.remembered.set(id, matched);
    const isChanged =
      state === null || !isSameMatch(match.stored, { state, product, cycle, cycleKey });
    return { ...matched, isChanged };
  }

  /** Gives the components of these ids, by id; where the stored match of one differs, it is corrected. */
  async of(tx: Transaction, ids: ReadonlySet<string>): Promise<Map<string, MatchedComponent>> {
    const read = new Map<string, MatchedComponent>();
    const unread: string[] = [];
    for (const id of ids) {
      const known = this.remembered.get(id);
      if (known) read.set(id, known);
      else unread.push(id);
    }
    for (let first = 0; first < unread.length; first += READ_AT_ONCE) {
      const some = unread.slice(first, first + READ_AT_ONCE);
      const changed: ChangedMatch[] = [];
      for (const component of await componentsById(this.organizationId, tx, some)) {
        const { isChanged, ...matched } = this.matchOf(component);
        read.set(component.id, matched);
        if (!isChanged) continue;
        changed.push({ id: component.id, match: matched.match.stored });
        // The transaction may be rolled back and begun again: then it has to be stored again.
        this.remembered.delete(component.id);
      }
      await storeMatches(this.organizationId, tx, changed);
    }
    return read;
  }
}

/** A component's match that is not stored yet. */
export interface ChangedMatch {
  readonly id: string;
  readonly match: StoredMatch;
}

export async function storeMatches(
  organizationId: OrganizationId,
  tx: Transaction,
  changed: readonly ChangedMatch[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ id, match }) => ({ id, ...matchColumns(match) }));
  await updateMatches(organizationId, tx, rows);
}

export interface Rematch {
  readonly organizationId: OrganizationId;
  readonly catalog: OrganizationCatalog;
  readonly matches: ComponentMatches;
}

/** One whose transaction has joined the organization's matching. */
export interface JoinedRematch extends Rematch {
  /** Whether any contract has begun. */
  readonly isCovered: boolean;
}

/** Not the digest of any findings: the next scan of the image compares them one by one. */
const NO_FINDINGS_KEY = '00000000-0000-0000-0000-000000000000';

/**
 * Makes the findings of some image tags agree with the catalog of now, and takes them off the queue, with as many statements as
 * one would take. The scanner's findings stay, whatever the catalog says, and what components say of themselves is judged
 * anew. An image tag of which nothing changes is not written.
 */
export async function rematchImages(
  tx: Transaction,
  rematch: JoinedRematch,
  imageTagIds: readonly string[],
  now: Date,
): Promise<FindingChanges> {
  const { organizationId } = rematch;
  const locked = await lockRematched(organizationId, tx, imageTagIds);
  // One that is deleted is queued anew when it comes back, which waits for this.
  await removeQueued(organizationId, tx, imageTagIds);
  const tags = locked.filter(({ deletedAt }) => deletedAt === null);
  const held = await componentsOf(tx, rematch, tags);
  const all = { opened: 0, closed: 0 };
  const changed: string[] = [];
  // One date for all, but for those that a clock ahead of this one has dated.
  const dated = Map.groupBy(tags, ({ changedAt }) => Math.max(changedAt.getTime(), now.getTime()));
  for (const [at, some] of dated) {
    const {
      opened,
      closed,
      imageTagIds: ids,
    } = await rematchLocked(tx, rematch, { tags: some, held }, new Date(at));
    all.opened += opened;
    all.closed += closed;
    changed.push(...ids);
  }
  if (rematch.isCovered) await coverImages(organizationId, tx, changed);
  return all;
}

/** Does so at one date. @returns with the image tags whose findings have changed, which no contract covers yet */
async function rematchLocked(
  tx: Transaction,
  { organizationId, catalog }: Rematch,
  { tags, held }: Held,
  at: Date,
): Promise<FindingChanges & { readonly imageTagIds: readonly string[] }> {
  const ids = tags.map(({ id }) => id);
  const open = Map.groupBy(
    await openFindings(organizationId, tx, ids),
    ({ imageTagId }) => imageTagId,
  );
  const judged = tags.map((tag): JudgedTag => {
    const components = tag.inventoryId === null ? [] : (held.get(tag.inventoryId) ?? []);
    const found = { distro: tag.distro, components, open: open.get(tag.id) ?? [] };
    const image = judgeImage(catalog, found);
    return { tag, image, inventory: inventoryColumns(image) };
  });
  const softwareIds = await softwareIdsOf(organizationId, tx, judged, at);

  const wanted = new Map<string, WantedFindings>();
  const rows: RematchedRow[] = [];
  for (const { tag, image, inventory } of judged) {
    const { id } = tag;
    if (!image.isSame) {
      const after = wantedById(image.wanted, softwareIds);
      wanted.set(id, after);
      rows.push({
        ...{ id, ...inventory, ...heldOf(after) },
        ...{ findingsKey: NO_FINDINGS_KEY, rematchedAt: at },
      });
    } else if (!saysTheSame(tag, inventory)) rows.push({ id, ...inventory, ...FINDINGS_STAY });
  }
  const changes = await applyFindings(organizationId, tx, wanted, at);
  await updateRematched(organizationId, tx, rows);
  return { ...changes, imageTagIds: [...wanted.keys()] };
}

interface Held {
  readonly tags: readonly RematchedTag[];
  /** Matched components by inventory. */
  readonly held: ReadonlyMap<string, readonly MatchedComponent[]>;
}

/** An image tag with what the catalog says of it, and what is open on it. */
interface JudgedTag {
  readonly tag: RematchedTag;
  readonly image: JudgedImage;
  readonly inventory: ReturnType<typeof inventoryColumns>;
}

const FINDINGS_STAY = {
  findingsKey: null,
  softwareIds: null,
  catalogSoftwareIds: null,
  rematchedAt: null,
} as const;

/**
 * Gives the matched components of image tags, by inventory. Once in a transaction: what it has stored itself would look as if it
 * had been there, and would not be stored again after it is rolled back.
 */
async function componentsOf(
  tx: Transaction,
  { organizationId, matches }: Pick<Rematch, 'organizationId' | 'matches'>,
  tags: readonly RematchedTag[],
): Promise<Map<string, MatchedComponent[]>> {
  const inventoryIds = tags.flatMap(({ inventoryId }) => inventoryId ?? []);
  const inventories = await componentIdsOf(organizationId, tx, inventoryIds);
  const all = await matches.of(tx, new Set([...inventories.values()].flat()));
  return new Map(
    [...inventories].map(([id, ids]) => [id, ids.flatMap((component) => all.get(component) ?? [])]),
  );
}

/** Finds the ids of all that is open and of all that shall be, by the keys of the software. What is not known yet is inserted. */
async function softwareIdsOf(
  organizationId: OrganizationId,
  tx: Transaction,
  judged: readonly JudgedTag[],
  at: Date,
): Promise<Map<string, string>> {
  const ids = new Map(
    judged.flatMap(({ image }) =>
      image.open.map(({ softwareKey, softwareId }) => [softwareKey, softwareId] as const),
    ),
  );
  const changing = judged.filter(({ image }) => !image.isSame);
  changing.sort((left, right) => left.tag.changedAt.getTime() - right.tag.changedAt.getTime());
  const brought = broughtSoftware(
    changing.map(({ image }) => image),
    ids,
  );
  if (brought.length === 0) return ids;
  const cycles = await bringCycles(organizationId, tx, reportsOf(brought), {
    instant: at,
    today: dayOf(at),
  });
  const software = brought.map(({ softwareKey, artifactType, report: { cycleKey } }) => {
    return { softwareKey, artifactType, cycleKey };
  });
  return new Map([...ids, ...(await ensureSoftware(organizationId, tx, software, cycles))]);
}

/** Lists the software that an image tag holds, and the part of it that only the catalog found. */
function heldOf(wanted: WantedFindings) {
  const alone = [...wanted].filter(([, { componentIds }]) => componentIds.length === 0);
  return { softwareIds: [...wanted.keys()], catalogSoftwareIds: alone.map(([id]) => id) };
}

function saysTheSame(tag: RematchedTag, columns: ReturnType<typeof inventoryColumns>): boolean {
  return (
    tag.matchedCount === columns.matchedCount &&
    tag.distributionCount === columns.distributionCount &&
    tag.unknownCount === columns.unknownCount &&
    tag.distributionProduct === columns.distributionProduct &&
    tag.distributionCycle === columns.distributionCycle &&
    tag.distributionCycleKey === columns.distributionCycleKey
  );
}
