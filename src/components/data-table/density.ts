import { useListChoice } from './list-choices';

const COMPACT = 'compact';

/** Tells whether the reader wants the rows of all lists close together, and changes it. */
export function useDensity(): {
  readonly isCompact: boolean;
  readonly setCompact: (isCompact: boolean) => void;
} {
  const [kept, setKept] = useListChoice('density');
  return {
    isCompact: kept === COMPACT,
    setCompact: (isCompact) => setKept(isCompact ? COMPACT : null),
  };
}
