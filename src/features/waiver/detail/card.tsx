import type { ReactNode } from 'react';
import { DateTime } from '@/components/status/date-time';
import { RelativeDate } from '@/components/status/relative-date';
import { Breakable } from '@/components/ui/breakable';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { formatDay, upperFirst } from '@/lib/dates';
import { webAddress } from '@/lib/web-address';
import type { WaiverDetail, WaiverHappening } from '../types';
import { EVENT_NAMES, TERM_WORDS, whereOf } from '../words';
import { changesIn } from './words';

export interface WaiverTermsProps {
  readonly waiver: WaiverDetail;
  /** A UTC day. */
  readonly today: string;
}

/** Shows what a waiver says: why, for what, where, until when, and who answers for it. */
export function WaiverTerms({ waiver, today }: WaiverTermsProps) {
  return (
    <Card title="Request">
      <FactList facts={factsOf(waiver, today)} />
    </Card>
  );
}

function factsOf(waiver: WaiverDetail, today: string) {
  const { ends_on, days_left, mitigating_control, links, owner, asked_by, decided_by } = waiver;
  return [
    { label: 'Reason', value: <Said>{waiver.reason}</Said> },
    {
      label: 'Mitigating control',
      value: mitigating_control === null ? <Nothing /> : <Said>{mitigating_control}</Said>,
    },
    { label: 'Software', value: <Software waiver={waiver} /> },
    { label: 'Where', value: upperFirst(whereOf(waiver)) },
    {
      label: 'Last day',
      value:
        days_left === null ? (
          formatDay(ends_on)
        ) : (
          <RelativeDate day={ends_on} today={today} words={TERM_WORDS} />
        ),
    },
    { label: 'Answers for it', value: owner.name },
    {
      label: 'Asked for by',
      value: asked_by.kind === 'person' ? asked_by.name : `the API key ${asked_by.name}`,
    },
    { label: 'Decided by', value: decided_by?.name ?? <Nothing>Nobody yet</Nothing> },
    { label: 'Links', value: links.length === 0 ? <Nothing /> : <Links links={links} /> },
  ];
}

function Software({ waiver: { product_name, cycle } }: Pick<WaiverTermsProps, 'waiver'>) {
  return (
    <>
      <TextLink href={hrefs.softwareList({ product: product_name })}>
        {product_name} {cycle}
      </TextLink>
      {' · '}
      <TextLink href={hrefs.findings({ q: `${product_name} ${cycle}` })}>
        Where it is found
      </TextLink>
    </>
  );
}

function Said({ children }: { readonly children: ReactNode }) {
  return <span className="whitespace-pre-wrap">{children}</span>;
}

function Nothing({ children = 'None' }: { readonly children?: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}

function Links({ links }: { readonly links: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {links.map((link) => {
        const address = webAddress(link);
        return (
          <li key={link} className="wrap-anywhere">
            {address === null ? (
              <Breakable text={link} />
            ) : (
              <TextLink href={address} external>
                <Breakable text={link} />
              </TextLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Lists all that happened to a waiver, oldest first. */
export function WaiverCourse({ history }: { readonly history: readonly WaiverHappening[] }) {
  return (
    <Card title="History">
      <ol className="grid gap-3 text-sm">
        {history.map((happening) => (
          <Happening key={happening.id} happening={happening} />
        ))}
      </ol>
    </Card>
  );
}

function Happening({ happening }: { readonly happening: WaiverHappening }) {
  const { kind, at, actor, note } = happening;
  const who = actor === null ? null : actor.kind === 'person' ? actor.name : `key ${actor.name}`;
  return (
    <li className="grid min-w-0 gap-0.5 border-l-2 border-border-strong pl-3">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{EVENT_NAMES[kind]}</span>
        {who !== null && <span className="text-muted">by {who}</span>}
        <DateTime value={at} className="ml-auto text-xs text-muted" />
      </span>
      {changesIn(happening).map((text) => (
        <span key={text} className="text-xs wrap-anywhere text-muted">
          {text}
        </span>
      ))}
      {note !== null && <span className="wrap-anywhere whitespace-pre-wrap">“{note}”</span>}
    </li>
  );
}
