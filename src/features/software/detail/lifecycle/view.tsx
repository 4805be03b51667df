import { hrefs } from '@/features/hrefs';
import { Link } from '@/components/ui/link';
import { PhaseLegend, type TimelinePhase } from '@/components/charts/lifecycle-bar';
import { LifecycleTimeline, type TimelineRow } from '@/components/charts/lifecycle-timeline';
import type { SupportLevel } from '@/domain/catalog/catalog';
import type { Day } from '@/domain/eol/calendar';
import { LEVEL_WORDS, PHASE_NAMES } from '@/features/catalog/words';
import { ContractMark, contractsOf } from '@/features/names/contract';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { EndBadge } from '@/features/advice/table';
import type { LifecycleCycle, SoftwareDetail } from '@/features/software/query';
import { softwareHref } from '@/features/software/detail/params';

export interface LifecycleSectionProps {
  software: Pick<SoftwareDetail, 'lifecycle' | 'productName'>;
  /** A UTC day. */
  today: string;
  /** The day that it is as of, to which its links lead; null: now. */
  asOf?: Day | null;
}

const COLUMNS = [{ header: 'End of life' }, { header: 'Images', align: 'end' }] as const;

/** Draws the product's release cycles from release to end, with today's line. */
export function LifecycleSection({ software, today, asOf = null }: LifecycleSectionProps) {
  const { lifecycle, productName } = software;
  return (
    <section aria-labelledby="lifecycle" className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <h2 id="lifecycle" className="min-w-0 text-sm font-semibold wrap-anywhere">
          Life cycle of {productName}
        </h2>
        <PhaseLegend names={PHASE_NAMES} />
      </div>
      <LifecycleTimeline
        label={`Release cycles of ${productName}, newest first`}
        rowHeader="Cycle"
        columns={COLUMNS}
        rows={lifecycle.map((cycle) => toRow(cycle, today, asOf))}
        today={today}
        {...(asOf !== null && { todayWord: 'Then' })}
      />
    </section>
  );
}

function toRow(cycle: LifecycleCycle, today: string, asOf: Day | null): TimelineRow {
  return {
    id: cycle.name,
    label: <CycleName cycle={cycle} asOf={asOf} />,
    from: cycle.releasedOn,
    phases: phasesOf(cycle),
    marks: contractsOf(cycle.held).map(({ vendor, until }) => ({
      day: until,
      label: `The contract with ${vendor} ends: ${formatDay(until)}`,
    })),
    current: cycle.isThis,
    muted: cycle.held.length === 0 && !cycle.isThis,
    cells: [
      <End key="end" cycle={cycle} today={today} />,
      <Images key="images" cycle={cycle} asOf={asOf} />,
    ],
  };
}

/** Shows the end of a cycle, and every contract under which images hold it. */
function End({ cycle, today }: { cycle: LifecycleCycle; today: string }) {
  return (
    <>
      <EndBadge
        day={cycle.endsOn}
        known={cycle.endsOnKnown}
        estimatedFrom={cycle.estimatedFrom}
        today={today}
      />
      {contractsOf(cycle.held).map((contract) => (
        <ContractMark
          key={contract.contractId}
          contract={contract}
          today={today}
          className="max-w-80 pb-1"
        />
      ))}
    </>
  );
}

interface CellProps {
  cycle: LifecycleCycle;
  asOf: Day | null;
}

/** Names the cycle, as a link when images hold it. */
function CycleName({ cycle: { label, held, isThis }, asOf }: CellProps) {
  const [first] = held;
  if (!first) return <span className="block wrap-anywhere text-muted">{label}</span>;
  if (isThis) return <span className="wrap-anywhere">{label}</span>;
  return (
    <Link
      href={softwareHref(first.softwareId, { as_of: asOf })}
      className="rounded-sm wrap-anywhere hover:text-accent-text"
    >
      {label}
    </Link>
  );
}

/** Counts the images that hold the cycle, as whatever artifact types, and links to them. */
function Images({ cycle: { held, images }, asOf }: CellProps) {
  if (!images) return null;
  const software = held.map(({ softwareId }) => softwareId).join(',');
  return (
    <Link
      href={hrefs.images({ software, as_of: asOf })}
      className="-mx-1.5 rounded-sm px-1.5 py-1 tabular-nums hover:bg-active hover:text-accent-text"
    >
      {countOf(images, 'image')}
    </Link>
  );
}

/** Splits a cycle's life into phases. The end shown is that of standard support; the other levels are the catalog's. */
function phasesOf({ endsOn, endsOnKnown, support }: LifecycleCycle): TimelinePhase[] {
  const other = (level: SupportLevel, step: 1 | 3): TimelinePhase[] =>
    support
      .filter((phase) => phase.level === level && phase.endsOn !== null)
      .map((phase) => ({ name: LEVEL_WORDS[level], step, until: phase.endsOn, over: phase.ended }));
  const isUndated = endsOn !== null && !endsOnKnown;
  return [
    ...other('ACTIVE_SUPPORT', 1),
    {
      name: LEVEL_WORDS.STANDARD_SUPPORT,
      step: 2,
      until: isUndated ? null : endsOn,
      over: isUndated,
    },
    ...other('EXTENDED_SUPPORT', 3),
  ];
}
