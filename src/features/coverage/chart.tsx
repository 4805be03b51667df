import { fillStyle } from '@/components/charts/fill-style';
import type { ChartFill } from '@/components/charts/legend';
import { COUNTED_WORDS, type CountedDegree } from '@/domain/evidence/counts';
import { cn } from '@/lib/cn';
import { type Counts, degreeWords } from './words';

/**
 * The filling of each degree, the same in every picture of coverage: the better, the more of one colour. The weaker ones
 * use the colour of text: in the dark theme the other would vanish.
 */
export const DEGREE_FILLS: Readonly<Record<CountedDegree, ChartFill>> = {
  contract: { color: 'var(--accent)', strength: 100, texture: 'stripes' },
  own: { color: 'var(--accent)', strength: 75, texture: 'solid' },
  catalog: { color: 'var(--accent)', strength: 100, texture: 'solid' },
  sbom: { color: 'var(--accent)', strength: 60, texture: 'stripes' },
  registry: { color: 'var(--accent-text)', strength: 45, texture: 'solid' },
  inferred: { color: 'var(--accent-text)', strength: 30, texture: 'dots' },
  stale: { color: 'var(--accent-text)', strength: 15, texture: 'hatch' },
  unknown: { color: 'var(--status-unknown)', strength: 30, texture: 'hatch' },
  ours: { color: 'var(--fg-subtle)', strength: 30, texture: 'solid' },
};

/** Draws the shares of the degrees as one bar, best first. What it says has to stand beside it in words. */
export function DegreeBar({ counts, className }: { counts: Counts; className?: string }) {
  return (
    <span
      aria-hidden
      data-print="exact"
      className={cn('flex h-1.5 gap-px overflow-hidden rounded-full bg-active', className)}
    >
      {counts.degrees.map(({ degree, count }) => (
        <span
          key={degree}
          title={degreeWords(COUNTED_WORDS[degree], count, counts)}
          className="h-full min-w-0.5 basis-0"
          style={{ ...fillStyle(DEGREE_FILLS[degree]), flexGrow: count }}
        />
      ))}
    </span>
  );
}
