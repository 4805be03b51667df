import {
  placeWords,
  WAIVER_SCOPES,
  WAIVER_STATES,
  type WaiverEventKind,
  type WaiverScope,
  type WaiverState,
} from '@/domain/waiver/waiver';
import type { DayWords } from '@/lib/dates';
import type { ListedWaiver } from './types';

/** Where waivers stand. */
export const STATE_NAMES = {
  asked: 'Asked for',
  granted: 'Granted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  revoked: 'Revoked',
  ended: 'Ended',
} as const satisfies Record<WaiverState, string>;

export const SCOPE_NAMES = {
  organization: 'Everywhere',
  team: 'One team',
  project: 'One project',
  image: 'One image',
} as const satisfies Record<WaiverScope, string>;

/** What happens to waivers. */
export const EVENT_NAMES = {
  ...STATE_NAMES,
  changed: 'Changed',
} as const satisfies Record<WaiverEventKind, string>;

export const STATE_OPTIONS = WAIVER_STATES.map((value) => ({ value, label: STATE_NAMES[value] }));
export const SCOPE_OPTIONS = WAIVER_SCOPES.map((value) => ({ value, label: SCOPE_NAMES[value] }));

/** Of the last day of a waiver. */
export const TERM_WORDS: DayWords = {
  past: 'Over since',
  today: 'Last day is',
  future: 'Over',
  none: 'No last day',
  undated: 'Over',
};

type Place = Pick<ListedWaiver, 'scope' | 'project_name' | 'team' | 'image_name' | 'image_tag'>;

/** Names where a waiver holds. */
export function whereOf({ scope, project_name, team, image_name, image_tag }: Place): string {
  return placeWords({
    ...{ scope, projectName: project_name, teamId: team?.id ?? null },
    teamName: team?.name ?? null,
    ...{ imageName: image_name, imageTag: image_tag },
  });
}

/** Names what a waiver is on. */
export function softwareOf({
  product_name,
  cycle,
}: Pick<ListedWaiver, 'product_name' | 'cycle'>): string {
  return `${product_name} ${cycle}`;
}
