import { ArrowRight } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/status/status-mark';
import { TextLink } from '@/components/ui/text-link';
import { noTargetWords, supportWords } from '@/domain/advice/words';
import { cycleTitle, shortLabel } from '@/features/names/cycle';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { webAddress } from '@/lib/web-address';
import type { Outputs } from '@/trpc/outputs';
import { RunAlready } from './use/card';

/** The advice for a release cycle; null when the catalog does not have the product. */
export type ShownAdvice = Outputs['software']['get']['advice'];
type AdvisedCycle = NonNullable<NonNullable<ShownAdvice>['target']>;

export interface MoveAdviceProps {
  advice: ShownAdvice;
  product: string;
  /** Where a cycle has a page of its own. */
  hrefOf?: (cycle: string) => string | null;
  className?: string;
}

/** Shows the release cycle to move to and how long it is supported, or why there is none. */
export function MoveAdvice({ advice, product, hrefOf, className }: MoveAdviceProps) {
  const { target, smallest } = advice ?? {};
  if (!target) return <WhyNot advice={advice} className={className} />;
  return (
    <span className={cn('grid gap-y-0.5', className)}>
      <Step cycle={target} product={product} hrefOf={hrefOf} isMain />
      {smallest && (
        <span className="flex flex-wrap items-baseline gap-x-1.5 text-muted">
          <span>Smallest step:</span>
          <Step cycle={smallest} product={product} hrefOf={hrefOf} />
        </span>
      )}
    </span>
  );
}

interface StepProps {
  cycle: AdvisedCycle;
  product: string;
  hrefOf: MoveAdviceProps['hrefOf'];
  isMain?: boolean;
}

function Step({ cycle, product, hrefOf, isMain = false }: StepProps) {
  const href = hrefOf?.(cycle.name) ?? null;
  const name = cycleTitle(product, cycle.label);
  const nameClass = cn('wrap-anywhere', isMain && 'font-medium text-fg');
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1.5">
      <StatusMark status={cycle.state} label />
      {href === null ? (
        <span className={nameClass}>{name}</span>
      ) : (
        <Link
          href={href}
          prefetch={false}
          className={cn('rounded-sm hover:text-accent-text', nameClass)}
        >
          {name}
        </Link>
      )}
      <span className="text-muted">{supportedText(cycle)}</span>
      <TargetNotes cycle={cycle} name={name} />
      <RunAlready cycle={cycle.name} product={product} />
    </span>
  );
}

/** Links the vendor's notes on the cycle to move to. */
function TargetNotes({ cycle, name }: { cycle: AdvisedCycle; name: string }) {
  const notes = webAddress(cycle.releaseNotesUrl);
  if (notes === null) return null;
  return (
    <TextLink href={notes} external className="shrink-0">
      Release notes<span className="sr-only"> of {name}</span>
    </TextLink>
  );
}

/** Shows the advised cycle alone, for a row of a table. */
export function MoveLine({ advice, product, className }: Omit<MoveAdviceProps, 'hrefOf'>) {
  const target = advice?.target;
  if (!target) return <WhyNot advice={advice} className={cn('block text-xs', className)} />;
  return (
    <span className={cn('inline-flex max-w-full min-w-0 gap-x-1.5 whitespace-normal', className)}>
      <span className="inline-flex h-5 shrink-0 items-center gap-x-1.5">
        <ArrowRight aria-hidden className="size-3.5 text-subtle" />
        <StatusMark status={target.state} label />
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">Move to </span>
        <span className="mr-1.5 font-medium">{shortLabel(product, target.label)}</span>{' '}
        <span className="inline-block text-xs text-muted">
          <span className="sr-only">{supportedLead(target)}</span>
          {supportWords(target, formatDay)}
        </span>
      </span>
    </span>
  );
}

/** "supported until 31 Oct 2030", or that no end is known. */
function supportedText(cycle: AdvisedCycle): string {
  return `${supportedLead(cycle)}${supportWords(cycle, formatDay)}`;
}

function supportedLead({ endsOn }: AdvisedCycle): string {
  return endsOn === null ? 'supported, ' : 'supported ';
}

function WhyNot({ advice, className }: Pick<MoveAdviceProps, 'advice' | 'className'>) {
  return <span className={cn('whitespace-normal text-muted', className)}>{whyNot(advice)}</span>;
}

/** Says why there is nothing to move to. */
export function whyNot(advice: ShownAdvice): string {
  return advice ? (noTargetWords(advice, formatDay) ?? '') : 'Not in the catalog, so no advice';
}

/** Writes the advice as plain text, without links. */
export function adviceText(advice: ShownAdvice, product: string): string {
  if (!advice?.target) return whyNot(advice);
  const steps = [
    { lead: '', cycle: advice.target },
    ...(advice.smallest ? [{ lead: 'smallest step: ', cycle: advice.smallest }] : []),
  ];
  return steps
    .map(({ lead, cycle }) => `${lead}${cycleTitle(product, cycle.label)}, ${supportedText(cycle)}`)
    .join('; ');
}
