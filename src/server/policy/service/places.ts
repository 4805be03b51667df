import { identityOf } from '@/domain/identifiers/identity';
import type { Place } from '@/domain/policy/place';
import type { PolicySet } from '@/domain/policy/set';
import { fullName, type WaiverSet } from '@/domain/waiver/set';
import type { ScanSource } from '@/domain/scan/upload';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Clock } from '@/server/platform/clock';
import type { Transaction } from '@/server/platform/db/db';
import {
  isAnyClusterHeard,
  isSourceRunning,
  runningAmong,
  runningImages,
} from '@/server/running/service';
import {
  findNamedImages,
  findOwnedProjects,
  findProjectsByName,
  type NamedProject,
} from '../repository';

/** Within which transaction, and when. */
export interface Asked {
  readonly db: Transaction;
  readonly clock: Clock;
}

/** What runs, as far as policies ask. */
export interface Running {
  readonly imageTagIds: { readonly size: number; has(imageTagId: string): boolean };
  /** False: no cluster was heard of for a week, and nobody knows what runs. */
  readonly isKnown: boolean;
}

/** Finds what runs of some images; null: of all. */
export type FindRunning = (
  deps: Asked,
  organizationId: OrganizationId,
  imageTagIds: readonly string[] | null,
) => Promise<Running>;

const findRunning: FindRunning = async (deps, organizationId, imageTagIds) => ({
  imageTagIds: imageTagIds
    ? await runningAmong(deps, organizationId, imageTagIds)
    : await runningImages(deps, organizationId),
  isKnown: await isAnyClusterHeard(deps, organizationId),
});

/** Finds what runs of all images once, when it is first asked for, however many are judged in how many transactions. */
export function findRunningOnce(): FindRunning {
  let found: Running | null = null;
  return async (deps, organizationId) => (found ??= await findRunning(deps, organizationId, null));
}

/** The project of an image, and the ids of the waivers on images that hold in it. */
interface WaivedIn {
  readonly projectId: string;
  readonly waivers: readonly string[];
}

/** By the image; one without any is left out. */
type ImageWaivers = ReadonlyMap<string, WaivedIn>;

/** Finds the waivers on images; nothing is read where there are none. @param imageTagIds null: all images */
async function readImageWaivers(
  { db }: Pick<Asked, 'db'>,
  organizationId: OrganizationId,
  waivers: WaiverSet,
  imageTagIds: readonly string[] | null,
): Promise<ImageWaivers> {
  const names = waivers.ofImages.flatMap(({ imageName }) => imageName ?? []);
  if (names.length === 0) return new Map();
  const named = { names, canonicalNames: names.map(fullName) };
  const images = await findNamedImages(organizationId, db, named, imageTagIds);
  return new Map(
    images.flatMap(({ id, projectId, projectName, ...image }) => {
      const held = waivers.onImage(projectName, image);
      return held.length === 0 ? [] : [[id, { projectId, waivers: held }]];
    }),
  );
}

/** The team that owns a project, by the project; projects of teams that no waiver is about are left out. */
type WaivedTeams = ReadonlyMap<string, string>;

/** Finds which projects waivers on teams hold in; nothing is read where there are none. @param imageTagIds null: all */
async function readWaivedTeams(
  { db }: Pick<Asked, 'db'>,
  organizationId: OrganizationId,
  { teamIds }: WaiverSet,
  imageTagIds: readonly string[] | null,
): Promise<WaivedTeams> {
  if (teamIds.length === 0) return new Map();
  const owned = await findOwnedProjects(organizationId, db, teamIds, imageTagIds);
  return new Map(owned.map(({ id, teamId }) => [id, teamId]));
}

/** What is known of images beside their names, as far as policies and waivers ask. */
export interface PlaceFacts {
  readonly running: Running | null;
  readonly imageWaivers: ImageWaivers;
  readonly teams: WaivedTeams;
}

/**
 * Reads what the places of some images depend on, one after the other: the database may be a transaction, whose connection
 * takes a statement at a time.
 * @param imageTagIds null: all images
 * @param find how to find out what runs, where a policy asks
 */
export async function readPlaceFacts(
  deps: Asked,
  organizationId: OrganizationId,
  policies: readonly PolicySet[],
  imageTagIds: readonly string[] | null,
  find = findRunning,
): Promise<PlaceFacts> {
  const [waivers] = policies.map((set) => set.waivers);
  const isAsked = policies.some(({ onlyRunning }) => onlyRunning.length > 0);
  const running = isAsked ? await find(deps, organizationId, imageTagIds) : null;
  if (!waivers) return { running, imageWaivers: new Map(), teams: new Map() };
  const imageWaivers = await readImageWaivers(deps, organizationId, waivers, imageTagIds);
  const teams = await readWaivedTeams(deps, organizationId, waivers, imageTagIds);
  return { running, imageWaivers, teams };
}

/** An image with its project. */
export interface PlacedImage {
  readonly imageTagId: string;
  readonly projectId: string;
  readonly projectName: string;
}

/** The place of an image that is stored. */
export function placeOfImage(
  { running, imageWaivers, teams }: PlaceFacts,
  { imageTagId, projectId, projectName }: PlacedImage,
): Place {
  return {
    ...{ projectName, imageTagId, teamId: teams.get(projectId) ?? null },
    imageWaivers: imageWaivers.get(imageTagId)?.waivers ?? [],
    runs: running?.imageTagIds.has(imageTagId) ?? false,
  };
}

/** The place of what is being scanned or checked, and whether anybody knows what runs; null where no policy asks. */
export async function placeOfSource(
  deps: Asked,
  organizationId: OrganizationId,
  policies: PolicySet,
  source: ScanSource,
  { projectName, imageTagId }: Pick<Place, 'projectName' | 'imageTagId'>,
): Promise<Place & { readonly isRunningKnown: boolean | null }> {
  const imageWaivers = policies.waivers.onImage(projectName, source);
  const teamId = await teamOfProject(deps, organizationId, policies.waivers, projectName);
  const place = { projectName, teamId, imageTagId, imageWaivers };
  if (policies.onlyRunning.length === 0) return { ...place, runs: false, isRunningKnown: null };
  const isRunningKnown = await isAnyClusterHeard(deps, organizationId);
  const runs =
    isRunningKnown &&
    source.kind === 'image' &&
    (await isSourceRunning(deps, organizationId, projectName, source));
  return { ...place, runs, isRunningKnown };
}

/** Finds the team that owns a project; nothing is read where no waiver asks. */
async function teamOfProject(
  { db }: Pick<Asked, 'db'>,
  organizationId: OrganizationId,
  { teamIds }: WaiverSet,
  projectName: string,
): Promise<string | null> {
  if (teamIds.length === 0) return null;
  const [project] = await findProjectsByName(organizationId, db, [identityOf(projectName)]);
  return teamIds.find((id) => id === project?.teamId) ?? null;
}

/**
 * A place that images share: of no image in particular, in one project, or in any of one owner without policies and waivers of
 * its own, and with the same waivers on images.
 */
export interface SharedPlace extends Place {
  /** Null: every project without policies and waivers of its own. */
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
 * with policies or waivers of their own, of teams with waivers, images with waivers of their own and, where a policy asks, those that run.
 */
export class SharedPlaces {
  private readonly ofOthers: PlacePair;
  private readonly ofOwn: ReadonlyMap<string, PlacePair>;
  private readonly ofTeams: ReadonlyMap<string, PlacePair>;
  private readonly ofWaived = new Map<string, PlacePair>();

  constructor(
    ownProjects: readonly NamedProject[],
    readonly facts: PlaceFacts,
  ) {
    this.ofOthers = this.pairOf(null, null);
    this.ofOwn = new Map(
      ownProjects.map((project) => [
        project.id,
        this.pairOf(project, facts.teams.get(project.id) ?? null),
      ]),
    );
    const teamIds = new Set(facts.teams.values());
    this.ofTeams = new Map([...teamIds].map((teamId) => [teamId, this.pairOf(null, teamId)]));
    for (const waived of facts.imageWaivers.values()) {
      const { project, teamId } = this.ofProject(waived.projectId).rests;
      const key = waivedKey({ project, teamId }, waived);
      if (!this.ofWaived.has(key)) {
        this.ofWaived.set(key, this.pairOf(project, teamId, waived.waivers));
      }
    }
  }

  get running(): Running | null {
    return this.facts.running;
  }

  /** Gives the one place of an image: the same object for all images that share it. */
  of({ id, projectId }: SharingImage): SharedPlace {
    const own = this.ofProject(projectId);
    const waived = this.facts.imageWaivers.get(id);
    const pair = (waived && this.ofWaived.get(waivedKey(own.rests, waived))) ?? own;
    return this.running?.imageTagIds.has(id) ? pair.runs : pair.rests;
  }

  /** Lists them as software is listed by place: projects of their own by name and last, what runs before the rest. */
  all(): SharedPlace[] {
    const named = [...this.ofOwn.values()].sort((left, right) =>
      left.rests.projectName < right.rests.projectName ? -1 : 1,
    );
    const owned = [...this.ofTeams].sort(([left], [right]) => (left < right ? -1 : 1));
    const waived = [...this.ofWaived].sort(([left], [right]) => (left < right ? -1 : 1));
    const apart = [...owned, ...waived].map(([, pair]) => pair);
    return [this.ofOthers, ...named, ...apart].flatMap(({ runs, rests }) =>
      this.running ? [runs, rests] : [rests],
    );
  }

  private ofProject(projectId: string): PlacePair {
    const teamId = this.facts.teams.get(projectId);
    const ofTeam = teamId === undefined ? undefined : this.ofTeams.get(teamId);
    return this.ofOwn.get(projectId) ?? ofTeam ?? this.ofOthers;
  }

  private pairOf(
    project: NamedProject | null,
    teamId: string | null,
    imageWaivers: readonly string[] = [],
  ): PlacePair {
    const place = { projectName: project?.name ?? '', teamId, imageTagId: null, imageWaivers };
    const shared = { project, ...place };
    const running = (runs: boolean) => (this.running ? runs : null);
    return {
      runs: { ...shared, runs: true, running: running(true) },
      rests: { ...shared, runs: false, running: running(false) },
    };
  }
}

const waivedKey = (
  { project, teamId }: Pick<SharedPlace, 'project' | 'teamId'>,
  { waivers }: WaivedIn,
) => [project?.id ?? '', teamId ?? '', ...waivers].join(' ');

/** Reads the places in which some policies judge images. */
export async function readSharedPlaces(
  deps: Asked,
  organizationId: OrganizationId,
  policies: readonly PolicySet[],
): Promise<SharedPlaces> {
  const names = new Set(policies.flatMap(({ projectNames }) => projectNames));
  const nameKeys = [...names].map((name) => identityOf(name));
  const [ownProjects, facts] = await Promise.all([
    findProjectsByName(organizationId, deps.db, nameKeys),
    readPlaceFacts(deps, organizationId, policies, null),
  ]);
  return new SharedPlaces(ownProjects, facts);
}
