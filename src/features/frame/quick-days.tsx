import type { Day } from '@/domain/eol/calendar';
import { quickEnds } from '@/domain/waiver/quick-ends';
import { Button } from '@/components/ui/button';

export interface QuickDaysProps {
  today: Day;
  /** The last day that may be chosen, in UTC; later ones are not offered. */
  latest?: string | undefined;
  onChoose: (day: Day) => void;
}

/** Offers the days that are chosen most often, beside the field of a day. */
export function QuickDays({ today, latest, onChoose }: QuickDaysProps) {
  const choices = quickEnds(today, latest);
  if (choices.length === 0) return null;
  return (
    <div role="group" aria-label="Often chosen" className="flex flex-wrap gap-1.5">
      {choices.map(({ words, day }) => (
        <Button key={words} size="sm" onClick={() => onChoose(day)}>
          {words}
        </Button>
      ))}
    </div>
  );
}
