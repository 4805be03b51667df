import { addDays, type Day } from '@/domain/eol/calendar';
import { projectTitle } from '@/domain/identifiers/project-name';

/** Where a waiver holds: everywhere, in what a team owns, in one project, in one image (any tag of it, or one). */
export const WAIVER_SCOPES = ['organization', 'team', 'project', 'image'] as const;
export type WaiverScope = (typeof WAIVER_SCOPES)[number];

/** What was decided, as it is stored. */
export const WAIVER_DECISIONS = ['asked', 'granted', 'declined', 'withdrawn', 'revoked'] as const;
export type WaiverDecision = (typeof WAIVER_DECISIONS)[number];

/** Where a waiver stands today: what was decided, or that its day has passed. */
export const WAIVER_STATES = [...WAIVER_DECISIONS, 'ended'] as const;
export type WaiverState = (typeof WAIVER_STATES)[number];

/** What happens to a waiver. `ended` is noted by the service, everything else is somebody's act. */
export const WAIVER_EVENT_KINDS = [...WAIVER_DECISIONS, 'changed', 'ended'] as const;
export type WaiverEventKind = (typeof WAIVER_EVENT_KINDS)[number];

/** Days from today to the last day of a waiver, as an organization may bound them. */
export const DEFAULT_MAX_TERM_DAYS = 365;
export const MIN_MAX_TERM_DAYS = 1;
export const MAX_MAX_TERM_DAYS = 1_095;

/** Days before its last one on which those whom a waiver concerns are told. */
export const NOTICE_DAYS = 14;

export const MAX_WAIVER_TEXT = 2_000;
export const MAX_WAIVER_LINKS = 10;
export const MAX_WAIVER_LINK_LENGTH = 2_048;

interface Course {
  readonly decision: WaiverDecision;
  /** The last day on which it holds, UTC. */
  readonly endsOn: Day;
}

/**
 * Where a waiver stands today. It holds to the end of its last day; one that nobody has decided by then can be decided
 * no more.
 */
export function waiverState({ decision, endsOn }: Course, today: Day): WaiverState {
  const isOpen = decision === 'asked' || decision === 'granted';
  return isOpen && endsOn < today ? 'ended' : decision;
}

/** The last day that a waiver which is asked for today may have. */
export function latestEnd(today: Day, maxTermDays: number): Day {
  return addDays(today, maxTermDays);
}

/** Why a waiver cannot have this last day, in words; null when it can. */
export function endFault(endsOn: Day, today: Day, maxTermDays: number): string | null {
  if (endsOn < today) return 'must not have passed';
  const latest = latestEnd(today, maxTermDays);
  if (endsOn <= latest) return null;
  return `must be ${latest} at the latest: the organization grants ${String(maxTermDays)} days at most`;
}

/** The place that a waiver holds in. */
export interface WaiverPlace {
  readonly scope: WaiverScope;
  /** To the letter; for `image` it may be null: in whatever project. */
  readonly projectName: string | null;
  /** For `team`: it holds in the projects that the team owns when it is looked at. */
  readonly teamId: string | null;
  /** Registry and repository, without tag and digest. */
  readonly imageName: string | null;
  /** Null: any tag of it. */
  readonly imageTag: string | null;
}

/** A place with the name of its team. */
export interface NamedWaiverPlace extends WaiverPlace {
  readonly teamName: string | null;
}

/** Names where a waiver holds: `shop-api:1.4 in the project acme/shop`. */
export function placeWords(place: NamedWaiverPlace): string {
  const { scope, projectName, teamName, imageName, imageTag } = place;
  const project = `the project ${projectTitle(projectName ?? '').title}`;
  switch (scope) {
    case 'organization':
      return 'everywhere';
    case 'team':
      return `the projects of the team ${teamName ?? ''}`;
    case 'project':
      return project;
    case 'image': {
      const image = `${imageName ?? ''}${imageTag === null ? ', any tag' : `:${imageTag}`}`;
      return projectName === null ? image : `${image} in ${project}`;
    }
  }
}
