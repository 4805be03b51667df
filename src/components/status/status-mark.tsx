import { STATUS_INK, STATUS_LABELS, type Status } from './states';
import { cn } from '@/lib/cn';

export interface StatusMarkProps {
  status: Status;
  /** Read aloud; leave out where the state is also written. */
  label?: string | true;
  className?: string;
}

/** Draws the shape of a state, told apart without colour: square, three quarters, half, ring, dashed ring. */
export function StatusMark({ status, label, className }: StatusMarkProps) {
  const text = label === true ? STATUS_LABELS[status] : label;
  return (
    <svg
      viewBox="0 0 12 12"
      // Within another SVG no class says how large it is.
      width="12"
      height="12"
      data-print="exact"
      className={cn('size-3 shrink-0', STATUS_INK[status], className)}
      {...(text ? { role: 'img', 'aria-label': text } : { 'aria-hidden': true })}
    >
      {SHAPES[status]}
    </svg>
  );
}

const ring = <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />;

const SHAPES = {
  ended: <rect x="0.75" y="0.75" width="10.5" height="10.5" rx="1.5" fill="currentColor" />,
  soon: (
    <>
      {ring}
      <path d="M6 6 V1.25 A4.75 4.75 0 1 1 1.25 6 Z" fill="currentColor" />
    </>
  ),
  next: (
    <>
      {ring}
      <path d="M6 1.25 A4.75 4.75 0 0 1 6 10.75 Z" fill="currentColor" />
    </>
  ),
  later: ring,
  unknown: (
    <circle
      cx="6"
      cy="6"
      r="4.75"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2.1 1.63"
    />
  ),
} as const;
