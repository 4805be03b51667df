'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Money } from '@/components/status/money';
import { RelativeDate } from '@/components/status/relative-date';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import { webAddress } from '@/lib/web-address';
import { useTRPC } from '@/trpc/client';
import type { ContractDetail, ContractHappening } from '../types';
import { softwareOf, TERM_WORDS, whereOf } from '../words';
import { changesIn, happeningWords } from './words';

export interface ContractTermsProps {
  readonly contract: ContractDetail;
  /** A UTC day. */
  readonly today: string;
}

/** Shows what a contract says. */
export function ContractTerms({ contract, today }: ContractTermsProps) {
  const { starts_on, ends_on, renewal_notice_on, renewal_notice_days, created_by } = contract;
  const facts = [
    { label: 'Vendor', value: contract.vendor },
    { label: 'Covers', value: <Lines contract={contract} /> },
    { label: 'Where', value: <Where contract={contract} /> },
    { label: 'First day', value: formatDay(starts_on) },
    { label: 'End', value: <RelativeDate day={ends_on} today={today} words={TERM_WORDS} /> },
    {
      label: 'To be renewed from',
      value: `${formatDay(renewal_notice_on)}, ${String(renewal_notice_days)} days before`,
    },
    {
      label: 'Cost',
      value: contract.cost ? <Money {...contract.cost} /> : <Nothing>Not said</Nothing>,
    },
    { label: 'Document', value: <Document address={contract.document_url} /> },
    {
      label: 'Note',
      value:
        contract.note === null ? (
          <Nothing>None</Nothing>
        ) : (
          <span className="whitespace-pre-wrap">{contract.note}</span>
        ),
    },
    {
      label: 'Entered by',
      value: created_by.kind === 'person' ? created_by.name : `the API key ${created_by.name}`,
    },
  ];
  return (
    <Card title="What it says">
      <FactList facts={facts} />
    </Card>
  );
}

function Lines({ contract }: Pick<ContractTermsProps, 'contract'>) {
  return (
    <ul className="grid gap-1">
      {softwareOf(contract).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Where({ contract }: Pick<ContractTermsProps, 'contract'>) {
  const { scope, project_id: project, project_deleted: isDeleted, team_id: team } = contract;
  const words = whereOf(contract);
  if (scope === 'project' && project !== null && !isDeleted) {
    return <TextLink href={hrefs.project(project)}>{words}</TextLink>;
  }
  if (scope === 'team' && team !== null) {
    return <TextLink href={hrefs.team(team)}>{words}</TextLink>;
  }
  return words;
}

function Document({ address }: { readonly address: string | null }) {
  const link = webAddress(address);
  if (link === null) return <Nothing>None</Nothing>;
  return (
    <TextLink href={link} external className="wrap-anywhere">
      {link}
    </TextLink>
  );
}

function Nothing({ children }: { readonly children: string }) {
  return <span className="text-muted">{children}</span>;
}

/** Lists what was done to a contract, newest first. */
export function ContractHistory({ id }: { readonly id: string }) {
  const history = useQuery(useTRPC().contract.history.queryOptions({ id }));
  return (
    <Card title="History" description="From the audit log, newest first">
      {history.error && <CallFailure title="The history could not be loaded." query={history} />}
      {history.isPending && <Loading label="Loading the history" rows={3} columns={1} />}
      {history.data && (
        <ol className="grid gap-3 text-sm">
          {history.data.map((happening) => (
            <Happening key={happening.id} happening={happening} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Happening({ happening }: { readonly happening: ContractHappening }) {
  const { at, actor } = happening;
  return (
    <li className="grid min-w-0 gap-0.5 border-l-2 border-border-strong pl-3">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{happeningWords(happening)}</span>
        <span className="text-muted">
          by {actor.kind === 'person' ? actor.name : `key ${actor.name}`}
        </span>
        <DateTime value={at} className="ml-auto text-xs text-muted" />
      </span>
      {changesIn(happening).map((text) => (
        <span key={text} className="text-xs wrap-anywhere text-muted">
          {text}
        </span>
      ))}
    </li>
  );
}
