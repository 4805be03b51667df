import type { BoardColumn, PlanState } from '@/domain/plan/plan';
import { quarterWords } from '@/domain/plan/quarter';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { imagesHolding } from '@/features/names/holding';
import type { ListedPlan } from './query';
import type { TargetCycle } from './types';

export const STATE_WORDS: Record<PlanState, string> = {
  planned: 'Planned',
  under_way: 'Under way',
  done: 'Done',
  found_again: 'Found again',
};

/** Names a column of the board. */
export function columnWords(column: BoardColumn): string {
  switch (column.kind) {
    case 'overdue':
      return 'Overdue';
    case 'quarter':
      return quarterWords(column.first);
    case 'later':
      return 'Later';
    case 'done':
      return 'Done';
  }
}

/** Says by when: `Due 31 Dec 2026, in 36 days`. */
export function dueWords({ state, due_on: dueOn, done_on: doneOn, days_left: left }: ListedPlan) {
  if (state === 'done') return doneOn === null ? 'Done' : `Done ${formatDay(doneOn)}`;
  const day = `Due ${formatDay(dueOn)}`;
  if (left === 0) return `${day}, today`;
  return left > 0 ? `${day}, in ${countOf(left, 'day')}` : `${day}, ${countOf(-left, 'day')} ago`;
}

/** Says how far it is: `12 of 40 images left`. */
export function leftWords({ images, images_left: left }: ListedPlan): string {
  // All that held it are retired, or were in a project that has another owner now.
  if (images === 0) return 'No image holds it';
  return left === 0
    ? `None of ${countOf(images, 'image')} left`
    : `${String(left)} of ${countOf(images, 'image')} left`;
}

/** Names the person or the team that sees to a plan; null: nobody yet. */
export const whoOf = ({ owner, owner_team: team }: Pick<ListedPlan, 'owner' | 'owner_team'>) =>
  owner?.name ?? team?.name ?? null;

/** Names the software that a plan moves. */
export const softwareWords = ({ product_name: product, cycle }: ListedPlan) =>
  `${product} ${cycle}`;

/** Names where it moves: the cycle alone where the product stays. */
export function targetWords(plan: ListedPlan): string {
  const { product_name: product, target_product_name: target, target_cycle: cycle } = plan;
  return target === product ? cycle : `${target} ${cycle}`;
}

/**
 * Builds the address of the images that are left of a plan, whatever they hold the software as and in its place alone. Null
 * where no address names them.
 */
export const imagesLeftHref = ({ software_ids: ids, project_id, team_id }: ListedPlan) =>
  imagesHolding(ids, { project: project_id, owner: team_id });

/** Builds the address of the images that hold a release cycle to move to, as anything. Null where no address names them. */
export const imagesThereHref = ({ held }: Pick<TargetCycle, 'held'>) =>
  imagesHolding(held.map(({ softwareId }) => softwareId));

/** Says how many hold it already: `14 images there`. */
export const thereWords = ({ images }: Pick<TargetCycle, 'images'>) =>
  images === null ? 'Images there' : `${countOf(images, 'image')} there`;
