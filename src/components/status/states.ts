import { STATE_WORDS } from '@/domain/eol/words';

/** The five states of the status scale, nearest end first. */
export const STATUSES = ['ended', 'soon', 'next', 'later', 'unknown'] as const;
export type Status = (typeof STATUSES)[number];

/** The states' names, for where there is no date to show. */
export const STATUS_LABELS: Readonly<Record<Status, string>> = STATE_WORDS;

/** Fill of bars and segments. */
export const STATUS_FILL: Record<Status, string> = {
  ended: 'bg-status-ended',
  soon: 'bg-status-soon',
  next: 'bg-status-next',
  later: 'bg-status-later',
  unknown: 'status-hatch',
};

export const STATUS_TINT: Record<Status, string> = {
  ended: 'bg-status-ended-bg text-status-ended-fg',
  soon: 'bg-status-soon-bg text-status-soon-fg',
  next: 'bg-status-next-bg text-status-next-fg',
  later: 'bg-status-later-bg text-status-later-fg',
  unknown: 'bg-status-unknown-bg text-status-unknown-fg',
};

export const STATUS_INK: Record<Status, string> = {
  ended: 'text-status-ended',
  soon: 'text-status-soon',
  next: 'text-status-next',
  later: 'text-status-later',
  unknown: 'text-status-unknown',
};
