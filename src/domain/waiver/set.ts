import type { Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import { parseImageReference } from '@/domain/identifiers/image-reference';
import type { WaiverPlace } from './waiver';

/** A granted waiver as verdicts need it. */
export interface GrantedWaiver extends WaiverPlace {
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
  /** The last day on which it holds. */
  readonly endsOn: Day;
}

/** An image, a directory or an application that is found in a project, as waivers on images are held against it. */
export interface WaivedImage {
  /** Image names are compared in full: `nginx` is `docker.io/library/nginx`. Others have no fuller one. */
  readonly kind: 'image' | 'directory' | 'application';
  readonly name: string;
  readonly canonicalName: string;
  readonly tag: string;
}

/** Where software is found, as far as waivers ask. */
interface WaivedPlace {
  /** To the letter. */
  readonly projectName: string;
  /** The team that owns the project; null: nobody does, or nobody knows. */
  readonly teamId: string | null;
  /** What {@link WaiverSet.onImage} gives of it. */
  readonly imageWaivers: readonly string[];
}

interface NamedCycle {
  readonly productName: string;
  readonly cycle: string;
}

/**
 * The granted waivers of an organization. A waiver covers its product and cycle to the letter, in its place: nothing is
 * a version range, a pattern or a prefix here.
 */
export class WaiverSet {
  private readonly bySoftware: ReadonlyMap<string, readonly GrantedWaiver[]>;
  /** Those that hold in images alone. */
  readonly ofImages: readonly GrantedWaiver[];
  /** Names of the projects in which alone some hold. */
  readonly projectNames: readonly string[];
  /** Teams in whose projects alone some hold, each once. */
  readonly teamIds: readonly string[];

  /** @param all also those whose day has passed, which cover nothing */
  constructor(readonly all: readonly GrantedWaiver[]) {
    this.bySoftware = Map.groupBy(all, softwareKey);
    this.ofImages = all.filter(({ scope }) => scope === 'image');
    this.projectNames = all.flatMap(({ scope, projectName }) =>
      scope === 'project' && projectName !== null ? [projectName] : [],
    );
    const teamIds = all.flatMap(({ scope, teamId }) => (scope === 'team' && teamId) || []);
    this.teamIds = [...new Set(teamIds)];
  }

  /** Whether it has no waiver at all. */
  get isEmpty(): boolean {
    return this.bySoftware.size === 0;
  }

  /** The waivers on this software, wherever they hold. */
  on(software: NamedCycle): readonly GrantedWaiver[] {
    return this.isEmpty ? NONE : (this.bySoftware.get(softwareKey(software)) ?? NONE);
  }

  /** The ids of the waivers on images that hold in one, in order. */
  onImage(projectName: string, image: WaivedImage): readonly string[] {
    if (this.ofImages.length === 0) return NO_IDS;
    const held = this.ofImages.filter((one) => holdsInImage(one, projectName, image));
    return held.map(({ id }) => id).sort();
  }

  /** The waiver that covers software in a place on a day: of several, the one that lasts longest. */
  covering(software: NamedCycle, place: WaivedPlace, day: Day): GrantedWaiver | null {
    const covering = lastingLongest(this.on(software), place);
    return covering && covering.endsOn >= day ? covering : null;
  }
}

const NONE: readonly GrantedWaiver[] = [];
const NO_IDS: readonly string[] = [];

/** For policies that are judged without any. */
export const NO_WAIVERS = new WaiverSet(NONE);

function softwareKey({ productName, cycle }: NamedCycle): string {
  return identityOf(productName, cycle);
}

/** Finds the one of some waivers that holds in a place for longest; of equal ones the first by id. */
export function lastingLongest(
  waivers: readonly GrantedWaiver[],
  place: WaivedPlace,
): GrantedWaiver | null {
  let longest: GrantedWaiver | null = null;
  for (const waiver of waivers) {
    if (!holdsIn(waiver, place)) continue;
    const isLonger =
      longest === null ||
      waiver.endsOn > longest.endsOn ||
      (waiver.endsOn === longest.endsOn && waiver.id < longest.id);
    if (isLonger) longest = waiver;
  }
  return longest;
}

/** Whether a waiver holds in a place. What nobody knows of a place, it does not cover. */
function holdsIn(
  { id, scope, projectName, teamId }: GrantedWaiver,
  { projectName: name, teamId: owner, imageWaivers }: WaivedPlace,
): boolean {
  switch (scope) {
    case 'organization':
      return true;
    case 'team':
      return teamId !== null && teamId === owner;
    case 'project':
      return projectName === name;
    case 'image':
      return imageWaivers.includes(id);
  }
}

function holdsInImage(waiver: GrantedWaiver, projectName: string, image: WaivedImage): boolean {
  return (
    waiver.imageName !== null &&
    (waiver.projectName === null || waiver.projectName === projectName) &&
    (waiver.imageTag === null || waiver.imageTag === image.tag) &&
    isNamed(waiver.imageName, image)
  );
}

function isNamed(name: string, image: WaivedImage): boolean {
  if (name === image.name) return true;
  return image.kind === 'image' && fullName(name) === image.canonicalName;
}

/** An image's name in full, as images are stored under it. */
export function fullName(imageName: string): string {
  return parseImageReference(imageName).canonicalName;
}
