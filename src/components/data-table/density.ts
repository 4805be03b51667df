import { useStored } from '@/lib/use-stored';

const COMPACT = 'compact';

/** Tells whether this browser shows the rows of all lists close together, and changes it. */
export function useDensity(): {
  readonly isCompact: boolean;
  readonly setCompact: (isCompact: boolean) => void;
} {
  const [kept, setKept] = useStored('density');
  return {
    isCompact: kept === COMPACT,
    setCompact: (isCompact) => setKept(isCompact ? COMPACT : null),
  };
}
