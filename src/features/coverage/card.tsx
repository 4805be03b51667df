import { fillStyle } from '@/components/charts/fill-style';
import { Card } from '@/components/ui/card';
import { COUNTED_WORDS } from '@/domain/evidence/counts';
import { EVIDENCE_SENTENCES } from '@/domain/evidence/degree';
import { formatCount } from '@/lib/numbers';
import { DEGREE_FILLS } from './chart';
import { type Counts, shareWords } from './words';

const SENTENCES = {
  ...EVIDENCE_SENTENCES,
  ours: 'Your own software, as you have said: counted apart, and never as supported',
};

/** Shows all components by degree of evidence, best first. */
export function DegreesCard({ counts }: { counts: Counts }) {
  const { components, known, degrees } = counts;
  return (
    <Card
      title="By degree of evidence"
      description="Each component once for every image that holds it, by the best that is known of its end"
    >
      <p className="pb-3 text-sm">
        <span className="text-2xl font-semibold tabular-nums">{shareWords(known)}</span>{' '}
        <span className="text-muted">known, of {formatCount(components)} components</span>
      </p>
      <dl className="grid gap-2">
        {degrees.map(({ degree, count }) => (
          <div
            key={degree}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm md:grid-cols-[9rem_minmax(0,1fr)_7.5rem]"
          >
            <dt className="font-medium">{COUNTED_WORDS[degree]}</dt>
            <dd className="text-right tabular-nums md:order-last">
              {formatCount(count)}{' '}
              <span className="inline-block w-14 text-right text-muted">
                {shareWords(count / components)}
              </span>
            </dd>
            <dd className="col-span-2 grid gap-1 md:col-span-1">
              <span className="text-muted">{SENTENCES[degree]}</span>
              <span aria-hidden className="block h-1.5 rounded-full bg-status-unknown-bg">
                <span
                  data-print="exact"
                  className="block h-full rounded-full"
                  style={{
                    ...fillStyle(DEGREE_FILLS[degree]),
                    width: `${String((100 * count) / components)}%`,
                  }}
                />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
