import { LifecycleTimeline } from '@/components/charts/lifecycle-timeline';
import { PhaseLegend } from '@/components/charts/lifecycle-bar';
import { NoResults } from '@/components/feedback/no-results';
import { LinkTabs } from '@/components/ui/link-tabs';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import { countOf } from '@/lib/numbers';
import { EndBadge } from '@/features/advice/table';
import type { CycleRecord, ProductPage } from '@/features/catalog/types';
import { PHASE_NAMES } from '@/features/catalog/words';
import { LostDates } from '@/features/catalog/own/dates/card';
import { CycleDetail } from './view';
import { TIMELINE_COLUMNS, toTimelineRow } from './table';
import {
  CYCLE_CHOICES,
  type CycleChoice,
  holdersHref,
  productHref,
  type ProductPageParams,
} from '@/features/catalog/product/params';
import { cyclesByChoice, otherEndHere, othersByChoice } from './query';

const CHOICE_WORDS: Record<CycleChoice, string> = {
  current: 'Current',
  used: 'In use here',
  ended: 'In use and ended',
  all: 'All',
};

export interface CyclesCardProps {
  page: ProductPage;
  params: ProductPageParams;
  today: Day;
}

/** The product's release cycles on one axis of time; the one that the address names is opened. */
export function CyclesCard({ page, params, today }: CyclesCardProps) {
  const { slug, name, cycles } = page.product;
  const choices = cyclesByChoice(cycles, page.ends_here, today);
  const others = othersByChoice(page.other_cycles, today);
  const shown = withOpened(choices[params.show], cycles, params.cycle);
  const isUsed = cycles.some(({ images }) => images > 0);
  return (
    <section aria-labelledby="cycles" className="grid min-w-0 grid-cols-1 gap-3">
      <h2 id="cycles" className="sr-only">
        Release cycles
      </h2>
      <div className="flex min-w-0 flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <LinkTabs
          label="Which release cycles"
          current={params.show}
          className="min-w-0"
          tabs={CYCLE_CHOICES.map((show) => ({
            id: show,
            label: CHOICE_WORDS[show],
            count: choices[show].length + others[show].length,
            href: productHref(slug, { show }),
          }))}
        />
        <PhaseLegend names={PHASE_NAMES} />
      </div>
      {shown.length === 0 && others[params.show].length === 0 && (
        <NoResults
          title={emptyTitle(params.show, name)}
          clearLink={<TextLink href={productHref(slug, { show: 'all' })}>Show all cycles</TextLink>}
        />
      )}
      {shown.length > 0 && (
        <LifecycleTimeline
          label={`Release cycles of ${name}`}
          rowHeader="Cycle"
          columns={TIMELINE_COLUMNS}
          today={today}
          rows={shown.map((cycle) =>
            toTimelineRow({
              slug,
              cycle,
              params,
              today,
              isUsed,
              endHere: otherEndHere(cycle, page.ends_here),
              detail: <CycleDetail page={page} cycle={cycle} today={today} />,
            }),
          )}
        />
      )}
      <OtherCycles product={page.product} cycles={others[params.show]} today={today} />
      {page.own && <LostDates dates={page.own.dates} />}
    </section>
  );
}

function withOpened(
  shown: readonly CycleRecord[],
  all: readonly CycleRecord[],
  opened: string | null,
): readonly CycleRecord[] {
  return all.filter((cycle) => cycle.name === opened || shown.includes(cycle));
}

function emptyTitle(show: CycleChoice, name: string): string {
  if (show === 'ended') return `No image here holds a cycle of ${name} that has ended.`;
  if (show === 'used') return `No image here holds a cycle of ${name} that the catalog knows.`;
  return `The catalog knows no release cycle of ${name}.`;
}

interface OtherCyclesProps extends Pick<ProductPage, 'product'> {
  cycles: ProductPage['other_cycles'];
  today: Day;
}

/** Cycles that run here and cannot be drawn, with the ends that their images are judged by. */
function OtherCycles({ product, cycles, today }: OtherCyclesProps) {
  if (cycles.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm">
      <h3 className="text-muted">Also here, in cycles that the catalog does not have</h3>
      <ul aria-label="Other cycles" className="rounded-md border bg-surface">
        {cycles.map((cycle) => (
          <li
            key={cycle.name}
            className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-0.5 border-b px-3 py-1 last:border-b-0"
          >
            <span className="min-w-0 font-medium wrap-anywhere">{cycle.name}</span>
            <EndBadge
              day={cycle.ends_on}
              known={cycle.ends_on_known}
              estimatedFrom={cycle.estimated_from}
              today={today}
            />
            <TextLink href={holdersHref(product.slug, { cycle: cycle.name })}>
              {countOf(cycle.images, 'image')}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
