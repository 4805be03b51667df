import { COMPACT, DENSITY } from '@/domain/list-choice/choice';
import { useListChoice } from './list-choices';

/** Tells whether the reader wants the rows of all lists close together, and changes it. */
export function useDensity(): {
  readonly isCompact: boolean;
  readonly setCompact: (isCompact: boolean) => void;
} {
  const [kept, setKept] = useListChoice(DENSITY);
  return {
    isCompact: kept === COMPACT,
    setCompact: (isCompact) => setKept(isCompact ? COMPACT : null),
  };
}
