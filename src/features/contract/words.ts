import {
  CONTRACT_SCOPES,
  CONTRACT_STATES,
  type ContractScope,
  type ContractState,
  coveredWords,
} from '@/domain/contract/contract';
import { projectTitle } from '@/domain/identifiers/project-name';
import type { DayWords } from '@/lib/dates';
import { formatMoney } from '@/lib/numbers';
import type { ListedContract } from './types';

/** Where contracts stand. */
export const STATE_NAMES = {
  coming: 'Coming',
  running: 'Running',
  ending: 'To be renewed',
  ended: 'Ended',
} as const satisfies Record<ContractState, string>;

export const SCOPE_NAMES = {
  organization: 'Everywhere',
  team: 'The projects of a team',
  project: 'One project',
} as const satisfies Record<ContractScope, string>;

export const STATE_OPTIONS = CONTRACT_STATES.map((value) => ({ value, label: STATE_NAMES[value] }));
export const SCOPE_OPTIONS = CONTRACT_SCOPES.map((value) => ({ value, label: SCOPE_NAMES[value] }));

/** Of the end of a contract. */
export const TERM_WORDS: DayWords = {
  past: 'Ended',
  today: 'Ends',
  future: 'Ends',
  none: 'No end',
  undated: 'Ended',
};

/** Names what a contract is called: the vendor alone, as a list has what it covers beside it. */
export function titleOf({ vendor }: Pick<ListedContract, 'vendor'>): string {
  return `Contract with ${vendor}`;
}

/** Names where a contract covers. */
export function whereOf(
  contract: Pick<ListedContract, 'scope' | 'project_name' | 'project_deleted' | 'team_name'>,
): string {
  const { scope, project_name: project, project_deleted: isDeleted, team_name: team } = contract;
  if (scope === 'organization') return SCOPE_NAMES.organization;
  if (scope === 'team') return `Projects of ${team ?? 'a team that is gone'}`;
  const name = project === null ? 'A project that is gone' : projectTitle(project).title;
  return isDeleted ? `${name}, which is deleted` : name;
}

/** Names what a contract says that it covers, one after the other. */
export function softwareOf({ software }: Pick<ListedContract, 'software'>): string[] {
  return software.map(({ product_name: productName, cycle }) =>
    coveredWords({ productName, cycle }),
  );
}

/** Tells whether a contract should cover something now, and images hold nothing of it. */
export function coversNothing({ state, images }: Pick<ListedContract, 'state' | 'images'>) {
  return images === 0 && (state === 'running' || state === 'ending');
}

/** Writes what a contract costs: `€12,000.00`. */
export function costOf({ cost }: Pick<ListedContract, 'cost'>): string | null {
  return cost && formatMoney(cost.amount, cost.currency);
}
