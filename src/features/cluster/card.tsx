import { Coins } from 'lucide-react';
import { DaysSince } from '@/components/status/date-time';
import { NotMatched } from '@/components/status/not-matched';
import { RelativeDate } from '@/components/status/relative-date';
import { StatusBadge } from '@/components/status/status-badge';
import { Badge } from '@/components/ui/badge';
import { ContractMark } from '@/features/names/contract';
import { cycleTitle } from '@/features/names/cycle';
import { EvidenceWord, isNoteworthy } from '@/features/names/evidence';
import { formatDay, undatedEnd } from '@/lib/dates';
import type { RunningSupport } from './query';

export interface SupportLineProps {
  support: RunningSupport;
  /** A UTC day. */
  today: string;
  /** Names the product and its cycle, too. */
  isNamed?: boolean;
}

/** Shows how long something that runs is supported for nothing and, once that is over, what costs money. */
export function SupportLine({ support, today, isNamed = false }: SupportLineProps) {
  const { productName, label, state, eolDate, estimatedFrom, evidence, contract, unknown } =
    support;
  if (unknown !== null) {
    return <NotMatched>{unknown}</NotMatched>;
  }
  return (
    <span className="inline-grid max-w-full min-w-0 gap-y-0.5 align-top whitespace-normal">
      {isNamed && (
        <span className="wrap-anywhere">{cycleTitle(productName ?? '', label ?? '')}</span>
      )}
      <StatusBadge status={state} variant="plain">
        {eolDate === null && state === 'ended' ? (
          undatedEnd(estimatedFrom)
        ) : (
          <RelativeDate day={eolDate} today={today} estimatedFrom={estimatedFrom} />
        )}
      </StatusBadge>
      {isNoteworthy([evidence]) && (
        <span className="text-xs text-muted">
          <EvidenceWord degree={evidence} />
        </span>
      )}
      <ContractMark contract={contract} today={today} />
      <PaidSupport support={support} />
    </span>
  );
}

/** Says that what is left of the support costs money; nothing where there is none. */
function PaidSupport({ support: { paidSupport } }: Pick<SupportLineProps, 'support'>) {
  if (paidSupport === null) return null;
  const { until } = paidSupport;
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-xs text-danger-text">
      <Coins aria-hidden className="size-3.5 shrink-0" />
      {until === null
        ? 'Extended support costs extra'
        : `Extended support costs extra, until ${formatDay(until)}`}
    </span>
  );
}

export interface SilentBadgeProps {
  silent: boolean;
  /** An ISO 8601 instant. */
  lastHeardDate: string;
}

/** Marks what was not heard of for a day or more, and says for how long. */
export function SilentBadge({ silent, lastHeardDate }: SilentBadgeProps) {
  if (!silent) return null;
  return (
    <Badge tone="danger">
      Silent for <DaysSince value={lastHeardDate} />
    </Badge>
  );
}
