import { identityOf } from '@/domain/identifiers/identity';
import type { Place } from '@/domain/policy/place';
import type { PolicySet } from '@/domain/policy/set';
import type { ScanSource } from '@/domain/scan/upload';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Clock } from '@/server/platform/clock';
import type { Transaction } from '@/server/platform/db/db';
import { isAnyClusterHeard, isSourceRunning, runningImages } from '@/server/running/service';
import { findProjectsByName, type NamedProject } from '../repository';

interface Asked {
  readonly db: Transaction;
  readonly clock: Clock;
}

/** What runs, as far as policies ask. */
export interface Running {
  readonly imageTagIds: { readonly size: number; has(imageTagId: string): boolean };
  /** False: no cluster was heard of for a week, and nobody knows what runs. */
  readonly isKnown: boolean;
}

/** Finds what runs; null where no policy asks, and nothing is read. */
export async function readRunning(
  deps: Asked,
  organizationId: OrganizationId,
  policies: readonly PolicySet[],
): Promise<Running | null> {
  if (policies.every(({ onlyRunning }) => onlyRunning.length === 0)) return null;
  const [imageTagIds, isKnown] = await Promise.all([
    runningImages(deps, organizationId),
    isAnyClusterHeard(deps, organizationId),
  ]);
  return { imageTagIds, isKnown };
}

/** The place of an image that is stored. */
export function placeOfImage(
  running: Running | null,
  imageTagId: string,
  projectName: string,
): Place {
  return { projectName, imageTagId, runs: running?.imageTagIds.has(imageTagId) ?? false };
}

/** The place of what is being scanned or checked, and whether anybody knows what runs; null where no policy asks. */
export async function placeOfSource(
  deps: Asked,
  organizationId: OrganizationId,
  policies: PolicySet,
  source: ScanSource,
  { projectName, imageTagId }: Omit<Place, 'runs'>,
): Promise<Place & { readonly isRunningKnown: boolean | null }> {
  const place = { projectName, imageTagId };
  if (policies.onlyRunning.length === 0) return { ...place, runs: false, isRunningKnown: null };
  const isRunningKnown = await isAnyClusterHeard(deps, organizationId);
  const runs =
    isRunningKnown &&
    source.kind === 'image' &&
    (await isSourceRunning(deps, organizationId, projectName, source));
  return { ...place, runs, isRunningKnown };
}

/** A place that images share: of no image in particular, in one project or in any without policies of its own. */
export interface SharedPlace extends Place {
  /** Null: every project without policies of its own. */
  readonly project: NamedProject | null;
  /** Null: no policy asks whether an image runs, and images that do share the place with those that do not. */
  readonly running: boolean | null;
}

/** An image as it is told apart from those that share no place with it. */
interface SharingImage {
  readonly id: string;
  readonly projectId: string;
}

type PlacePair = Readonly<Record<'runs' | 'rests', SharedPlace>>;

/**
 * The few places in which all images are judged: software is judged once in each of them. Apart are images of projects
 * with policies of their own and, where a policy asks, those that run.
 */
export class SharedPlaces {
  private readonly ofOthers: PlacePair;
  private readonly ofOwn: ReadonlyMap<string, PlacePair>;

  constructor(
    ownProjects: readonly NamedProject[],
    readonly running: Running | null,
  ) {
    this.ofOthers = this.pairOf(null);
    this.ofOwn = new Map(ownProjects.map((project) => [project.id, this.pairOf(project)]));
  }

  /** Gives the one place of an image: the same object for all images that share it. */
  of({ id, projectId }: SharingImage): SharedPlace {
    const pair = this.ofOwn.get(projectId) ?? this.ofOthers;
    return this.running?.imageTagIds.has(id) ? pair.runs : pair.rests;
  }

  /** Lists them as software is listed by place: projects of their own by name and last, what runs before the rest. */
  all(): SharedPlace[] {
    const named = [...this.ofOwn.values()].sort((left, right) =>
      left.rests.projectName < right.rests.projectName ? -1 : 1,
    );
    return [this.ofOthers, ...named].flatMap(({ runs, rests }) =>
      this.running ? [runs, rests] : [rests],
    );
  }

  private pairOf(project: NamedProject | null): PlacePair {
    const shared = { project, projectName: project?.name ?? '', imageTagId: null };
    const running = (runs: boolean) => (this.running ? runs : null);
    return {
      runs: { ...shared, runs: true, running: running(true) },
      rests: { ...shared, runs: false, running: running(false) },
    };
  }
}

/** Reads the places in which some policies judge images. */
export async function readSharedPlaces(
  deps: Asked,
  organizationId: OrganizationId,
  policies: readonly PolicySet[],
): Promise<SharedPlaces> {
  const names = new Set(policies.flatMap(({ projectNames }) => projectNames));
  const nameKeys = [...names].map((name) => identityOf(name));
  const [ownProjects, running] = await Promise.all([
    findProjectsByName(organizationId, deps.db, nameKeys),
    readRunning(deps, organizationId, policies),
  ]);
  return new SharedPlaces(ownProjects, running);
}
