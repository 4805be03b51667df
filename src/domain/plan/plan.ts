import { type Day, dayOf } from '@/domain/eol/calendar';
import { quarterAfter, quarterOf } from './quarter';

/** Where a plan moves software: everywhere, in the projects of a team, or in one project. */
export const PLAN_SCOPES = ['organization', 'team', 'project'] as const;
export type PlanScope = (typeof PLAN_SCOPES)[number];

/** Where a plan stands. Nobody sets it but by saying that the work has begun: it follows from what scans found. */
export const PLAN_STATES = ['planned', 'under_way', 'done', 'found_again'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

export const MAX_PLAN_NOTE = 2_000;
export const MAX_TICKET_LENGTH = 2_048;

/** What scans found of a plan's software in its place since the plan was made. */
export interface Measured {
  /** Images that held it at any time since then. */
  readonly images: number;
  /** Those that hold it now. */
  readonly left: number;
  /** When the last image that held it and holds it no more gave it up. */
  readonly lastGoneAt: Date | null;
  /** When it came back after no image had held it. */
  readonly againSince: Date | null;
}

/** As much of what scans found as says where a plan stands. */
export interface Standing {
  readonly isHeld: boolean;
  /** It came back after no image had held it. */
  readonly isBack: boolean;
  /** An image gave it up since the plan was made. */
  readonly isByFewer: boolean;
}

/** Draws from all that scans found what says where a plan stands. */
export function standingOf({ images, left, againSince }: Measured): Standing {
  return { isHeld: left > 0, isBack: againSince !== null, isByFewer: left < images };
}

/** Tells where a plan stands: it is done when nothing holds the software any more, and open again when something does. */
export function planState(startedAt: Date | null, standing: Standing): PlanState {
  if (!standing.isHeld) return 'done';
  if (standing.isBack) return 'found_again';
  return startedAt !== null || standing.isByFewer ? 'under_way' : 'planned';
}

/** Tells since which day a plan is done; null for one that is not. */
export function doneOn(state: PlanState, { lastGoneAt }: Measured): Day | null {
  return state === 'done' && lastGoneAt !== null ? dayOf(lastGoneAt) : null;
}

/** Tells whether a plan's day has passed and something still holds the software. */
export function isOverdue(state: PlanState, dueOn: Day, today: Day): boolean {
  return state !== 'done' && dueOn < today;
}

/** A column of the board: what is late, the quarters to come, and what is done. */
export type BoardColumn =
  | { readonly kind: 'overdue' | 'later' | 'done' }
  /** By the quarter's first day. */
  | { readonly kind: 'quarter'; readonly first: Day };

/** Quarters that have a column of their own, this one first. */
const BOARD_QUARTERS = 3;

/** Lists the columns of the board as of a day. */
export function boardColumns(today: Day): readonly BoardColumn[] {
  return [
    { kind: 'overdue' },
    ...boardQuarters(today).map((first) => ({ kind: 'quarter', first }) as const),
    { kind: 'later' },
    { kind: 'done' },
  ];
}

function boardQuarters(today: Day): readonly Day[] {
  const quarters = [quarterOf(today)];
  for (let first = quarterOf(today); quarters.length < BOARD_QUARTERS;) {
    first = quarterAfter(first);
    quarters.push(first);
  }
  return quarters;
}

/** Tells whether a plan belongs in a column of the board; each belongs in one. */
export function isInColumn(
  column: BoardColumn,
  plan: { readonly state: PlanState; readonly dueOn: Day },
  today: Day,
): boolean {
  if (plan.state === 'done') return column.kind === 'done';
  if (isOverdue(plan.state, plan.dueOn, today)) return column.kind === 'overdue';
  const due = quarterOf(plan.dueOn);
  if (column.kind === 'quarter') return column.first === due;
  return column.kind === 'later' && !boardQuarters(today).includes(due);
}

/** Tells whether a text is the address of a ticket: of a web page, encrypted, and without credentials. */
export function isTicketLink(text: string): boolean {
  if (text.length > MAX_TICKET_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname !== '';
}
