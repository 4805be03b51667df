import {
  placeWords,
  WAIVER_SCOPES,
  WAIVER_STATES,
  type WaiverEventKind,
  type WaiverScope,
  type WaiverState,
} from '@/domain/waiver/waiver';
import { projectTitle } from '@/domain/identifiers/project-name';
import { type DayWords, formatDay } from '@/lib/dates';
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
  past: 'Ended',
  today: 'Last day is',
  future: 'Ends',
  none: 'No last day',
  undated: 'Ended',
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

type Asked = Place & Pick<ListedWaiver, 'product_name' | 'cycle' | 'ends_on'>;

/** Says what policies no longer do once a waiver is granted: what follows "no policy". */
export function grantWords(waiver: Asked): string {
  return `will deny or warn about ${softwareOf(waiver)} ${insideOf(waiver)} until ${formatDay(waiver.ends_on)}`;
}

/** Names where a waiver holds, as it follows software within a sentence. */
function insideOf(place: Place): string {
  const { scope, project_name, image_name, image_tag } = place;
  if (scope === 'organization') return whereOf(place);
  if (scope !== 'image') return `in ${whereOf(place)}`;
  const narrower = [
    ...(image_tag === null ? ['any tag'] : []),
    ...(project_name === null ? [] : [`project ${projectTitle(project_name).title}`]),
  ];
  const image = `in ${image_name ?? ''}${image_tag === null ? '' : `:${image_tag}`}`;
  return narrower.length === 0 ? image : `${image} (${narrower.join(', ')})`;
}

/** Names what a waiver is on. */
export function softwareOf({
  product_name,
  cycle,
}: Pick<ListedWaiver, 'product_name' | 'cycle'>): string {
  return `${product_name} ${cycle}`;
}
