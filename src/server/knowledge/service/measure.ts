import {
  addCounts,
  byLeastKnown,
  type EvidenceCounts,
  type SharePart,
} from '@/domain/evidence/counts';
import { dayOf } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import { likeOf } from '@/domain/own-software/pattern';
import { versionOf } from '@/server/change/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import {
  countImages,
  factsVersion,
  findMeasure,
  imageIdsAfter,
  keepMeasured,
  type ShareRow,
  type UnknownPackageRow,
  type UnknownRow,
} from '../repository/measure';
import { findOwnSoftware } from '../repository/own-software';

type MeasureDeps = Pick<Deps, 'clock' | 'db' | 'logger'>;

const IMAGES_AT_ONCE = 500;
/** The worst images, and packages in most images: what is further down nobody reads. */
const KEPT_IMAGES = 500;
/** Ecosystems and teams, by least known: types of packages are texts of whoever uploads, and all are kept by one statement. */
const KEPT_SHARES = 1_000;
const KEPT_PACKAGES = 1_000;
/** Packages that are counted at once; of more, those in the fewest images so far are forgotten. */
const MAX_PACKAGES = 200_000;
/** Counting takes no more than one part of so many of the time. */
const REST_PER_WORK = 20;

/** What came of a look: it was counted, it rests from the last time, or nothing has moved since. */
export type Measuring = 'counted' | 'rests' | 'same';

/** Counts an organization's components by degree, where something has moved since the last time and that did not just end. */
export async function measureWhenDue(
  deps: MeasureDeps,
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<Measuring> {
  const before = await findMeasure(organizationId, deps.db);
  const now = deps.clock.now();
  if (before) {
    const rested = now.getTime() - before.measuredAt.getTime();
    if (rested >= 0 && rested < before.tookMs * REST_PER_WORK) return 'rests';
  }
  const version = await measuredVersion(deps, organizationId);
  if (before?.version === version) return 'same';
  await measure(deps, organizationId, signal);
  return 'counted';
}

/**
 * Names everything that the counts follow from: the organization's numbers, the patterns of what is its own, and what
 * registries say.
 */
async function measuredVersion(deps: MeasureDeps, organizationId: OrganizationId): Promise<string> {
  const patterns = await findOwnSoftware(organizationId, deps.db);
  const own = patterns.map(({ pattern }) => pattern).join('\n');
  const facts = await factsVersion(organizationId, deps.db);
  return identityOf(await versionOf(deps, organizationId), own, facts);
}

/** Counts an organization's components by degree now, image by image, and keeps what comes of it. */
export async function measure(
  deps: MeasureDeps,
  organizationId: OrganizationId,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { db, clock } = deps;
  const startedMs = performance.now();
  // Before anything is read: what moves meanwhile is counted the next time.
  const version = await measuredVersion(deps, organizationId);
  const like = (await findOwnSoftware(organizationId, db)).map(({ pattern }) => likeOf(pattern));
  const tally = new Tally();
  let after: string | null = null;
  for (;;) {
    signal.throwIfAborted();
    const ids: string[] = await imageIdsAfter(organizationId, db, after, IMAGES_AT_ONCE);
    if (ids.length === 0) break;
    tally.add(ids.length, await countImages(organizationId, db, ids, like));
    after = ids.at(-1) ?? null;
  }
  const measuredAt = clock.now();
  await db.transaction((tx) =>
    keepMeasured(organizationId, tx, {
      ...{ day: dayOf(measuredAt), measuredAt, version, ...tally.result() },
      tookMs: Math.round(performance.now() - startedMs),
    }),
  );
}

interface Counted {
  readonly recordId: string | null;
  readonly name: string;
  readonly counts: EvidenceCounts;
}

/** Adds up what is counted of images. */
class Tally {
  private images = 0;
  private all: EvidenceCounts = {};
  private readonly ecosystems = new Map<string, Counted>();
  private readonly teams = new Map<string, Counted>();
  private worst: Counted[] = [];
  private packages = new Map<string, Omit<UnknownRow, 'versions'> & { versions: Set<string> }>();

  add(images: number, { counts, unknown }: Awaited<ReturnType<typeof countImages>>): void {
    this.images += images;
    const ofImages = new Map<string, Counted>();
    for (const { imageTagId, name, tag, teamId, teamName, type, degree, count } of counts) {
      const one = { [degree]: count };
      this.all = addCounts(this.all, one);
      put(this.ecosystems, type, { recordId: null, name: type }, one);
      put(this.teams, teamId ?? '', { recordId: teamId, name: teamName ?? '' }, one);
      put(ofImages, imageTagId, { recordId: imageTagId, name: `${name}:${tag}` }, one);
    }
    this.worst = worstOf([...this.worst, ...ofImages.values()]);
    for (const { versions, ...one } of unknown) {
      const key = JSON.stringify([one.type, one.purl ?? one.name]);
      const known = this.packages.get(key);
      this.packages.set(key, {
        ...(known ?? one),
        images: (known?.images ?? 0) + one.images,
        versions: new Set([...(known?.versions ?? []), ...versions]),
      });
    }
    if (this.packages.size > MAX_PACKAGES) {
      this.packages = new Map([...this.packages].sort(inMostImages).slice(0, MAX_PACKAGES / 2));
    }
  }

  result() {
    const shares = [
      ...rowsOf('ecosystem', leastKnownOf(this.ecosystems)),
      ...rowsOf('team', leastKnownOf(this.teams)),
      ...rowsOf('image', this.worst),
    ];
    const unknown = [...this.packages]
      .sort(inMostImages)
      .slice(0, KEPT_PACKAGES)
      .map(([, { versions, ...one }], position): UnknownPackageRow => ({
        ...{ ...one, position, versions: versions.size },
      }));
    return { images: this.images, counts: this.all, shares, unknown };
  }
}

function put(
  among: Map<string, Counted>,
  key: string,
  record: Omit<Counted, 'counts'>,
  counts: EvidenceCounts,
): void {
  among.set(key, { ...record, counts: addCounts(among.get(key)?.counts ?? {}, counts) });
}

const leastKnown = (one: Counted, other: Counted) =>
  byLeastKnown(one.counts, other.counts) || (one.name < other.name ? -1 : 1);

function leastKnownOf(counted: ReadonlyMap<string, Counted>): Counted[] {
  return [...counted.values()].sort(leastKnown).slice(0, KEPT_SHARES);
}

/** Images of which everything is known are none of the worst. */
function worstOf(images: readonly Counted[]): Counted[] {
  return images
    .filter(({ counts }) => (counts.unknown ?? 0) > 0)
    .sort(leastKnown)
    .slice(0, KEPT_IMAGES);
}

function inMostImages(
  [key, one]: readonly [string, { readonly images: number }],
  [otherKey, other]: readonly [string, { readonly images: number }],
): number {
  return other.images - one.images || (key < otherKey ? -1 : 1);
}

function rowsOf(part: SharePart, counted: readonly Counted[]): ShareRow[] {
  return counted.map((one, position) => ({ part, position, ...one }));
}
