import { describeDay, ESTIMATED_WORDS, formatDay, lowerFirst, type DayWords } from '@/lib/dates';
import { cn } from '@/lib/cn';

export interface RelativeDateProps {
  /** A UTC day, `YYYY-MM-DD`; null when nothing is known. */
  day: string | null;
  /** The UTC day it is told from; comes from the server, so both renders agree. */
  today: string;
  /** False when `day` only stands in for a date nobody knows. */
  known?: boolean;
  /** The release cycle that the end was concluded from, where nobody says it. */
  estimatedFrom?: string | null;
  /** Other verbs than "ended" and "ends": `EXPIRY_WORDS`, `RELEASE_WORDS`. */
  words?: DayWords;
  /** `both` is "Ended 133 days ago · 11 Jul 2026"; `relative` and `date` are one half of it. */
  show?: 'both' | 'relative' | 'date';
  /** Starts in lower case, to go on with a sentence. */
  inline?: boolean;
  className?: string;
}

/** Shows a day in relative words, with the exact date next to it or on hover. */
export function RelativeDate({
  day,
  today,
  known = true,
  estimatedFrom = null,
  words,
  show = 'both',
  inline = false,
  className,
}: RelativeDateProps) {
  const isEstimated = estimatedFrom !== null;
  const told = describeDay(day, today, { known, words: isEstimated ? ESTIMATED_WORDS : words });
  const relative = inline ? lowerFirst(told.relative) : told.relative;
  if (told.absolute === null || day === null) {
    return (
      <span
        className={cn('text-muted', className)}
        title={day === null ? undefined : firstSeen(day, estimatedFrom)}
      >
        {relative}
      </span>
    );
  }
  return (
    <time
      dateTime={day}
      title={show === 'date' ? told.relative : `${told.absolute} (UTC)`}
      className={cn(show === 'both' && !inline && 'dot-joined', className)}
    >
      {show === 'both' ? (
        <span>
          <span className="inline-block">{relative}</span>{' '}
          <span className="whitespace-nowrap text-muted">
            <span>· </span>
            {told.absolute}
          </span>
        </span>
      ) : (
        <span className={cn(show === 'date' && 'whitespace-nowrap')}>
          {show === 'date' ? told.absolute : relative}
        </span>
      )}
    </time>
  );
}

function firstSeen(day: string, estimatedFrom: string | null): string {
  const seen = `First seen on ${formatDay(day)}`;
  return estimatedFrom === null ? seen : `Older than ${estimatedFrom}, which has ended. ${seen}`;
}
