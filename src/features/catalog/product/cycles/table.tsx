import { STATE_CLAUSES } from '@/domain/eol/words';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Link } from '@/components/ui/link';
import type { TimelineRow } from '@/components/charts/lifecycle-timeline';
import type { TimelinePhase } from '@/components/charts/lifecycle-bar';
import { Badge } from '@/components/ui/badge';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import type { Day } from '@/domain/eol/calendar';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { EndBadge } from '@/features/advice/table';
import type { CycleFacts, CycleRecord, ProductPage, SupportRecord } from '@/features/catalog/types';
import { LEVEL_WORDS } from '@/features/catalog/words';
import { standardOf, SupportEnd } from '@/features/catalog/support/view';
import {
  holdersHref,
  productHref,
  type ProductPageParams,
} from '@/features/catalog/product/params';

export const TIMELINE_COLUMNS = [
  { header: 'End of standard support' },
  { header: 'Images here', align: 'end' },
] as const;

const STEPS = { ACTIVE_SUPPORT: 1, STANDARD_SUPPORT: 2, EXTENDED_SUPPORT: 3 } as const;

/** The support levels of a cycle as the phases of its bar. */
export function phasesOf({ support }: Pick<CycleFacts, 'support'>): TimelinePhase[] {
  return support.map(({ level, ends_on: until, ended }) => ({
    name: LEVEL_WORDS[level],
    step: STEPS[level],
    until,
    over: ended,
  }));
}

/** The catalog's own day, where the organization has another. */
export function marksOf({ support }: Pick<CycleFacts, 'support'>) {
  return support.flatMap(({ override }) => {
    const day = override?.catalog_ends_on ?? null;
    return day === null ? [] : [{ day, label: `By the catalog: ${formatDay(day)}` }];
  });
}

export interface CycleRowProps {
  slug: string;
  cycle: CycleRecord;
  params: ProductPageParams;
  today: Day;
  /** Whether any cycle of the product is in use: the others stand back behind those that are. */
  isUsed: boolean;
  /** The end that images here are judged by, where it is another one. */
  endHere: ProductPage['ends_here'][number] | null;
  /** Below the row, where it is opened. */
  detail: React.ReactNode;
}

export function toTimelineRow(props: CycleRowProps): TimelineRow {
  const { slug, cycle, params, today, isUsed, endHere, detail } = props;
  const { name, images, released_on: from } = cycle;
  const isOpen = params.cycle === name;
  const standard = standardOf(cycle);
  return {
    id: name,
    from,
    phases: phasesOf(cycle),
    marks: marksOf(cycle),
    muted: isUsed && images === 0,
    detail: isOpen ? detail : null,
    label: (
      <Label
        cycle={cycle}
        isOpen={isOpen}
        href={productHref(slug, { show: params.show, cycle: isOpen ? null : name })}
      />
    ),
    cells: [
      <span key="end" className="flex min-w-0 flex-wrap items-center gap-x-2">
        <SupportEnd end={standard} today={today} />
        {standard?.override && <Badge tone="outline">Own date</Badge>}
        {endHere && (
          <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1 text-xs text-muted">
            Images here:
            <EndBadge
              day={endHere.ends_on}
              known={endHere.ends_on_known}
              estimatedFrom={endHere.estimated_from}
              today={today}
            />
          </span>
        )}
        <span className="sr-only">{otherLevels(cycle)}</span>
      </span>,
      images > 0 && (
        <Link
          key="images"
          href={holdersHref(slug, { show: params.show, cycle: name })}
          scroll
          className="-mx-1.5 rounded-sm px-1.5 py-1 text-sm font-medium tabular-nums hover:bg-active hover:text-accent-text"
        >
          {countOf(images, 'image')}
        </Link>
      ),
    ],
  };
}

interface LabelProps {
  cycle: CycleRecord;
  isOpen: boolean;
  href: string;
}

function Label({ cycle: { label, lts, images }, isOpen, href }: LabelProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Link
      href={href}
      scroll={false}
      aria-expanded={isOpen}
      className="-mx-1 flex min-w-0 items-center gap-1.5 rounded-sm px-1 hover:text-accent-text"
    >
      <Chevron aria-hidden className="size-3.5 shrink-0 text-subtle" />
      <span className={images > 0 ? 'font-medium wrap-anywhere' : 'wrap-anywhere text-muted'}>
        {label}
      </span>
      {lts && !/\blts\b/i.test(label) && <Badge tone="outline">LTS</Badge>}
    </Link>
  );
}

/** Says what the bar shows beside the end, for those who do not see it. */
function otherLevels({ released_on: released, support }: CycleRecord): string {
  const others = SUPPORT_LEVELS.flatMap((wanted) =>
    support.filter(({ level }) => level === wanted && level !== 'STANDARD_SUPPORT'),
  );
  return [
    released === null ? null : `Released ${formatDay(released)}`,
    ...others.map(levelText),
  ].join('; ');
}

function levelText({ level, ends_on: endsOn, ended }: SupportRecord): string {
  if (endsOn !== null) return `${LEVEL_WORDS[level]} until ${formatDay(endsOn)}`;
  return ended
    ? `${LEVEL_WORDS[level]} has ended`
    : `${LEVEL_WORDS[level]} has ${STATE_CLAUSES.unknown}`;
}
