import { NOT_MATCHED, STATE_CLAUSES } from '@/domain/eol/words';
import { makeBadge } from 'badge-maker';
import type { EolState } from '@/domain/eol/proximity';

/** What a badge says of a scope. */
export interface BadgeCounts {
  /** Release cycles that images of the scope hold. */
  readonly cycles: Readonly<Record<EolState, number>>;
  /** Packages that the catalog does not know. */
  readonly unmatched: number;
}

/** The scale of states in its light form: a badge stands on pages that are not ours. White is readable on each. */
const COLORS: Readonly<Record<EolState, string>> = {
  ended: '#ab1029',
  soon: '#a84704',
  next: '#8a6a00',
  later: '#04707d',
  unknown: '#6b6e78',
};

export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly state: EolState;
}

const LABEL = 'end of life';
const NEAR = ['ended', 'soon', 'next'] as const;

/** The badge of a scope that holds nothing: there is nothing to say, which is not that all is well. */
export function emptyBadge(message: string): Badge {
  return { label: LABEL, message, state: 'unknown' };
}

/** Says how a scope stands, by what is nearest. What is not known is said, and never takes the color of what is well. */
export function badgeOf({ cycles, unmatched }: BadgeCounts): Badge {
  const near = NEAR.filter((state) => cycles[state] > 0);
  const parts = near.map((state) => `${String(cycles[state])} ${STATE_CLAUSES[state]}`);
  const unknown = [
    ...(cycles.unknown > 0 ? [`${String(cycles.unknown)} ${STATE_CLAUSES.unknown}`] : []),
    ...(unmatched > 0 ? [`${String(unmatched)} packages ${NOT_MATCHED.toLowerCase()}`] : []),
  ];
  return {
    label: LABEL,
    message: [...(parts.length > 0 ? parts : ['none ended']), ...unknown].join(', '),
    state: near[0] ?? (unknown.length > 0 || cycles.later === 0 ? 'unknown' : 'later'),
  };
}

/** How long a copy of a badge may be shown, and asks nobody. */
export const BADGE_SECONDS = 300;

/** The form that shields.io reads from an endpoint; it refuses members that it does not know. */
export function toShields({ label, message, state }: Badge) {
  return { schemaVersion: 1, label, message, color: COLORS[state], cacheSeconds: BADGE_SECONDS };
}

/** Draws a badge, with its text for those who do not see it. */
export function drawBadge({ label, message, state }: Badge): string {
  return `${makeBadge({ label, message, color: COLORS[state] })}\n`;
}
