import { ENDED_UNDATED, STATE_CLAUSES } from '@/domain/eol/words';
import { Handshake } from 'lucide-react';
import { TextLink } from '@/components/ui/text-link';
import type { ContractScope } from '@/domain/contract/contract';
import { projectTitle } from '@/domain/identifiers/project-name';
import { hrefs } from '@/features/hrefs';
import { cn } from '@/lib/cn';
import { formatDay, lowerFirst } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';

type TimelineItem = Outputs['timeline']['list']['lines'][number]['items'][number];

/** The contract by which software is supported where it was found. */
export type Support = NonNullable<TimelineItem['contract']>;

/** A contract by which the same software is supported in other places. */
export type SupportElsewhere = NonNullable<TimelineItem['contractElsewhere']>;

/** Says where a contract covers, to go on with a sentence: "in the projects of Payments". */
export function placeWords({
  scope,
  place,
}: {
  readonly scope: ContractScope;
  readonly place: string | null;
}): string {
  if (scope === 'organization' || place === null) return 'everywhere';
  return scope === 'team' ? `in the projects of ${place}` : `in ${projectTitle(place).title}`;
}

/** Says how support stands without the contract. */
function upstreamWords(
  { upstreamDate: day, upstreamDateKnown: known }: Support,
  today: string,
): string {
  if (day === null) return `upstream has ${STATE_CLAUSES.unknown}`;
  if (!known) return `upstream ${lowerFirst(ENDED_UNDATED)}`;
  return `upstream ${day <= today ? 'ended' : 'ends'} ${formatDay(day)}`;
}

/** Goes before "contract with": a contract that ends before upstream does decides nothing. */
function leadWords({ until, upstreamDate }: Support, today: string): string {
  if (upstreamDate === null || until <= upstreamDate) return `Until ${formatDay(until)} also under`;
  return until <= today
    ? `Supported no longer than ${formatDay(until)} by`
    : `Supported until ${formatDay(until)} by`;
}

/** Says in one sentence by which contract software is supported, where, and how it stands without it. */
export function supportWords(contract: Support, today: string): string {
  const lead = leadWords(contract, today);
  return `${lead} contract with ${contract.vendor}, ${placeWords(contract)}; ${upstreamWords(contract, today)}`;
}

/** Says that the contract is for other places than these. */
export function elsewhereWords(contract: SupportElsewhere): string {
  return `Outside the contract with ${contract.vendor}, which covers it ${placeWords(contract)}`;
}

/** Lists the contracts under which software is held, each once, whatever artifact types it is held as. */
export function contractsOf(
  held: readonly { readonly contract: Support | null }[],
): readonly Support[] {
  const contracts = held.flatMap(({ contract }) => contract ?? []);
  return [...new Map(contracts.map((contract) => [contract.contractId, contract])).values()];
}

export interface ContractMarkProps {
  /** Null: none covers it; nothing is shown. */
  contract: Support | null | undefined;
  /** One that covers the same software in other places. */
  elsewhere?: SupportElsewhere | null;
  /** A UTC day. */
  today: string;
  /** Leaves out how upstream stands, which is said beside the mark, and that a contract covers everything. */
  brief?: boolean;
  className?: string;
}

/**
 * Marks software that is supported by a contract, with the end upstream beside it; and software that is not, where the same
 * is in other places, so that nobody takes one for the other.
 */
export function ContractMark({
  contract,
  elsewhere,
  today,
  brief = false,
  className,
}: ContractMarkProps) {
  if (contract) {
    return (
      <Mark className={className}>
        {leadWords(contract, today)} <ContractLink {...contract} />
        {!(brief && contract.scope === 'organization') && `, ${placeWords(contract)}`}
        {!brief && `; ${upstreamWords(contract, today)}`}
      </Mark>
    );
  }
  if (!elsewhere) return null;
  return (
    <Mark className={className}>
      Outside the <ContractLink {...elsewhere} />, which covers it {placeWords(elsewhere)}
    </Mark>
  );
}

function Mark({
  className,
  children,
}: {
  className?: string | undefined;
  children: React.ReactNode;
}) {
  return (
    <span
      className={cn(
        'flex min-w-0 items-baseline gap-1.5 text-xs font-normal whitespace-normal text-muted',
        className,
      )}
    >
      <Handshake aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </span>
  );
}

function ContractLink({ contractId, vendor }: Pick<Support, 'contractId' | 'vendor'>) {
  return (
    // Above the link that a whole row of a table is.
    <TextLink href={hrefs.contract(contractId)} prefetch={false} className="relative">
      contract with {vendor}
    </TextLink>
  );
}
