import { hrefs } from '@/features/hrefs';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { RelativeDate } from '@/components/status/relative-date';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import { MoveAdvice } from '@/features/advice/card';
import { formatDay, RELEASE_WORDS } from '@/lib/dates';
import { webAddress } from '@/lib/web-address';
import type { CycleRecord, ProductPage, SupportRecord } from '@/features/catalog/types';
import { LEVEL_HINTS, LEVEL_WORDS } from '@/features/catalog/words';
import { SupportEnd } from '@/features/catalog/support/view';
import { productHref } from '@/features/catalog/product/params';

const OwnDateEditor = dynamic(() =>
  import('@/features/catalog/product/own-date/actions').then((module) => module.OwnDateEditor),
);

export interface CycleDetailProps {
  page: ProductPage;
  cycle: CycleRecord;
  today: Day;
}

/** All that is known of one cycle, and the organization's own date for it. */
export function CycleDetail({ page, cycle, today }: CycleDetailProps) {
  const { product, own } = page;
  const ownDate = own?.dates.find((date) => date.cycle === cycle.name) ?? null;
  const override = cycle.support.find((support) => support.override)?.override ?? null;
  return (
    <div className="grid gap-x-10 gap-y-4 border-l-2 border-border-strong pl-4 lg:grid-cols-2">
      <FactList className="content-start" facts={releaseFacts(page, cycle, today)} />
      <div className="grid content-start gap-3">
        <FactList
          facts={cycle.support.map((support) => ({
            label: LEVEL_WORDS[support.level],
            value: <Level support={support} today={today} />,
          }))}
        />
        {override && (
          <p className="text-sm text-muted">
            Set by {override.set_by} on {formatDay(override.set_on)}:{' '}
            <span className="wrap-anywhere text-fg">{override.reason}</span> The catalog says{' '}
            {override.catalog_ends_on === null
              ? 'nothing of its end'
              : formatDay(override.catalog_ends_on)}
            .
          </p>
        )}
        {own && (
          <OwnDateEditor
            product={product.name}
            cycle={{ name: cycle.name, label: cycle.label }}
            current={ownDate}
          />
        )}
      </div>
    </div>
  );
}

function Level({ support, today }: { support: SupportRecord; today: Day }) {
  return (
    <span className="grid">
      <SupportEnd end={support} today={today} />
      <span className="text-xs text-muted">{LEVEL_HINTS[support.level]}</span>
    </span>
  );
}

function releaseFacts({ product, advice }: ProductPage, cycle: CycleRecord, today: Day) {
  const notes = webAddress(cycle.release_notes_url);
  const latest = cycle.latest_release;
  const facts: { label: string; value: ReactNode }[] = [
    {
      label: 'Released',
      value: <RelativeDate day={cycle.released_on} today={today} words={RELEASE_WORDS} />,
    },
  ];
  if (cycle.codename !== null) facts.push({ label: 'Code name', value: cycle.codename });
  if (latest !== null) {
    facts.push({
      label: 'Latest release',
      value: (
        <>
          <span className="font-mono text-xs">{latest}</span>
          {cycle.latest_released_on !== null && (
            <span className="text-muted"> · {formatDay(cycle.latest_released_on)}</span>
          )}
        </>
      ),
    });
  }
  const move = advice.find((one) => one.cycle === cycle.name);
  if (move) {
    const hrefOf = (name: string) => productHref(product.slug, { cycle: name });
    facts.push({
      label: 'Move to',
      value: <MoveAdvice advice={move} product={product.name} hrefOf={hrefOf} />,
    });
  }
  facts.push({
    label: 'More',
    value: (
      <span className="flex flex-wrap gap-x-4">
        {notes !== null && (
          <TextLink href={notes} external>
            Release notes
          </TextLink>
        )}
        <TextLink href={hrefs.check({ q: `${product.slug} ${latest ?? cycle.name}` })}>
          Check it
        </TextLink>
      </span>
    ),
  });
  return facts;
}
