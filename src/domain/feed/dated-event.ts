import type { Day } from '@/domain/eol/calendar';
import {
  endSourceWords,
  evidenceWords,
  type FeedContent,
  type FeedCycle,
  holdingWords,
  nameOf,
  productUrl,
} from './content';

/** What a day in a calendar is about: one line here for each kind, and what it says. */
const WORDS = {
  end: { on: 'reaches its end of life', before: 'ends', category: 'End of life' },
} as const;
export type DatedEventKind = keyof typeof WORDS;

/** Something that is due on a day. */
export interface DatedEvent {
  readonly kind: DatedEventKind;
  /** Names it for good, in all calendars of an organization, whatever becomes of its day. */
  readonly key: string;
  readonly on: Day;
  /** What it is about: `Node.js 18`. */
  readonly name: string;
  readonly description: string;
  readonly url: string;
  /** How often its day became another one. */
  readonly sequence: number;
  readonly changedAt: Date;
}

export function eventWords({ kind }: DatedEvent) {
  return WORDS[kind];
}

/** Lists what is due in a scope, in the order of the days. */
export function datedEvents(content: FeedContent): DatedEvent[] {
  return content.cycles.flatMap((cycle) =>
    cycle.endsOn === null ? [] : [endOf(content, cycle, cycle.endsOn)],
  );
}

function endOf(content: FeedContent, cycle: FeedCycle, on: Day): DatedEvent {
  const name = nameOf(cycle);
  const said = `${name} is supported until ${on}, says ${endSourceWords(cycle)}.`;
  const moved = cycle.moves.at(-1);
  return {
    ...{ kind: 'end', key: cycle.key, on, name },
    description: `${said}\n${evidenceWords(cycle)}\n${holdingWords(cycle)}`,
    url: productUrl(content, cycle),
    sequence: moved?.sequence ?? 0,
    changedAt: moved && moved.at > cycle.updatedAt ? moved.at : cycle.updatedAt,
  };
}
