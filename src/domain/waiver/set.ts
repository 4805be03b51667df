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

/** Where software is found, as waivers are held against it. */
export interface WaivedPlace {
  /** To the letter. */
  readonly projectName: string;
  /** Null: a place that is a project and no image of it. */
  readonly image: {
    /** Image names are compared in full: `nginx` is `docker.io/library/nginx`. Others have no fuller one. */
    readonly kind: 'image' | 'directory' | 'application';
    readonly name: string;
    readonly canonicalName: string;
    readonly tag: string;
  } | null;
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

  /** @param granted also those whose day has passed, which cover nothing */
  constructor(granted: readonly GrantedWaiver[]) {
    this.bySoftware = Map.groupBy(granted, softwareKey);
  }

  /** Whether it has no waiver at all. */
  get isEmpty(): boolean {
    return this.bySoftware.size === 0;
  }

  /** The waivers on this software, wherever they hold. */
  on(software: NamedCycle): readonly GrantedWaiver[] {
    return this.bySoftware.get(softwareKey(software)) ?? [];
  }

  /** The waiver that covers software in a place on a day: of several, the one that lasts longest. */
  covering(software: NamedCycle, place: WaivedPlace, day: Day): GrantedWaiver | null {
    return longest(this.on(software).filter((one) => one.endsOn >= day && holdsIn(one, place)));
  }
}

const softwareKey = ({ productName, cycle }: NamedCycle) => identityOf(productName, cycle);

/** Of equal ones the first by id, so that the same is named each time. */
function longest(waivers: readonly GrantedWaiver[]): GrantedWaiver | null {
  const [first] = waivers.toSorted((left, right) => {
    if (left.endsOn !== right.endsOn) return left.endsOn > right.endsOn ? -1 : 1;
    return left.id < right.id ? -1 : 1;
  });
  return first ?? null;
}

/** Whether a waiver's place holds a place where software is found. What it does not know of a place, it does not cover. */
export function holdsIn(waiver: WaiverPlace, { projectName, image }: WaivedPlace): boolean {
  switch (waiver.scope) {
    case 'organization':
      return true;
    case 'project':
      return waiver.projectName === projectName;
    case 'image':
      return (
        image !== null &&
        waiver.imageName !== null &&
        (waiver.projectName === null || waiver.projectName === projectName) &&
        (waiver.imageTag === null || waiver.imageTag === image.tag) &&
        isNamed(waiver.imageName, image)
      );
  }
}

function isNamed(name: string, image: NonNullable<WaivedPlace['image']>): boolean {
  if (image.kind !== 'image') return name === image.name;
  return name === image.name || parseImageReference(name).canonicalName === image.canonicalName;
}
