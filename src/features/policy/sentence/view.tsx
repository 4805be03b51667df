import { cn } from '@/lib/cn';
import type { PolicyBody } from '@/features/policy/types';
import { policySentence } from './words';

/** A policy as its sentence, what makes it this one set off. */
export function SentenceText({ policy, className }: { policy: PolicyBody; className?: string }) {
  return (
    <span className={cn('text-pretty wrap-anywhere text-muted', className)}>
      {policySentence(policy).map(({ text, isValue }, place) =>
        isValue ? (
          // The pieces of one sentence never change places.
          <span
            key={place}
            className={cn('font-medium text-fg', isMeasure(text) && 'whitespace-nowrap')}
          >
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </span>
  );
}

/** Tells a date or a number of days, which is not read in two lines, from names. */
function isMeasure(value: string): boolean {
  return /^\d+ (days?|[A-Z][a-z]{2} \d{4})$/.test(value);
}
