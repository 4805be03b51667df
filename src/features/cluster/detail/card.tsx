import { Link } from '@/components/ui/link';
import { DateTime } from '@/components/status/date-time';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { DISTRIBUTION_NAMES } from '@/domain/cluster/cycles';
import { MoveAdvice } from '@/features/advice/card';
import { countOf } from '@/lib/numbers';
import { SupportLine } from '../card';
import type { ClusterDetail } from '../query';
import { CONTAINER_NOUN } from '../words';
import { clusterHref } from './params';

interface CardProps {
  cluster: ClusterDetail;
  /** A UTC day. */
  today: string;
}

/** Shows a cluster's own version, how long that is supported, and when it was heard of. */
export function ClusterFacts({ cluster, today }: CardProps) {
  const { version, distribution, support, inventoryDate } = cluster;
  return (
    <section
      aria-label="Facts"
      className="grid gap-x-10 gap-y-2 rounded-md border bg-surface px-4 py-3 lg:grid-cols-2"
    >
      <FactList
        className="content-start"
        facts={[
          {
            label: 'Version',
            value:
              version === null ? <Untold /> : <span className="font-mono text-xs">{version}</span>,
          },
          {
            label: 'Supported by',
            value: distribution ? DISTRIBUTION_NAMES[distribution] : <Untold />,
          },
          { label: 'End of life', value: <SupportLine support={support} today={today} /> },
          ...(support.productName === null
            ? []
            : [
                {
                  label: 'Move to',
                  value: <MoveAdvice advice={support.advice} product={support.productName} />,
                },
              ]),
        ]}
      />
      <FactList
        className="content-start"
        facts={[
          { label: 'Last heard', value: <DateTime value={cluster.lastHeardDate} /> },
          { label: 'First heard', value: <DateTime value={cluster.firstHeardDate} /> },
          {
            label: 'Inventory',
            value: inventoryDate ? (
              <DateTime value={inventoryDate} />
            ) : (
              'None: only reports on single workloads came'
            ),
          },
          {
            label: 'Workloads',
            value: `${countOf(cluster.containers, ...CONTAINER_NOUN)} in ${countOf(cluster.namespaces, 'namespace')}`,
          },
        ]}
      />
    </section>
  );
}

function Untold() {
  return <span className="text-subtle">No report tells it</span>;
}

interface Owned {
  /** Whose containers are counted; null: everybody's. */
  owner: string | null;
}

/** Counts what runs by the nearest end of the software in its image, and what was never scanned. */
export function WhatRuns({ cluster, owner }: Owned & { cluster: ClusterDetail }) {
  const { id, states, unscanned, silentContainers, silent } = cluster;
  return (
    <div className="grid min-w-0 gap-2">
      <StackedStatusBar
        counts={states}
        noun={CONTAINER_NOUN}
        hrefFor={(state) => clusterHref(id, { state, owner })}
      />
      {unscanned > 0 && (
        <p className="text-sm text-muted">
          <TextLink href={clusterHref(id, { show: 'unscanned' })}>
            {countOf(unscanned, ...CONTAINER_NOUN)}
          </TextLink>{' '}
          {unscanned === 1 ? 'runs' : 'run'} an image that was never scanned; nothing is known about{' '}
          {unscanned === 1 ? 'it' : 'those'}.
        </p>
      )}
      {!silent && silentContainers > 0 && (
        <p className="text-sm text-muted">
          <TextLink href={clusterHref(id, { show: 'silent', owner })}>
            {countOf(silentContainers, ...CONTAINER_NOUN)}
          </TextLink>{' '}
          {silentContainers === 1 ? 'was' : 'were'} not heard of for over a day.
        </p>
      )}
    </div>
  );
}

const NAMESPACES_SHOWN = 8;

/** Shows the namespaces with the most that has ended. */
export function Namespaces({
  cluster: { id, namespaceList },
  owner,
}: Owned & Pick<CardProps, 'cluster'>) {
  const shown = namespaceList
    .toSorted((one, other) => (other.states.ended ?? 0) - (one.states.ended ?? 0))
    .slice(0, NAMESPACES_SHOWN);
  if (shown.length === 0) return null;
  const rest = namespaceList.length - shown.length;
  return (
    <Card title="Namespaces" description="Containers by what ends first in their image">
      <ul className="grid min-w-0 gap-1 text-sm">
        {shown.map(({ name, states }) => (
          <li key={name} className="flex min-w-0 items-center justify-between gap-3">
            <Link
              href={clusterHref(id, { namespace: name, owner })}
              prefetch={false}
              title={name}
              className="min-w-0 truncate rounded-sm hover:text-accent-text"
            >
              {name}
            </Link>
            <StackedStatusBar
              variant="compact"
              counts={states}
              noun={CONTAINER_NOUN}
              hrefFor={(state) => clusterHref(id, { namespace: name, state, owner })}
              className="shrink-0 sm:w-76 max-sm:[&>div]:hidden"
            />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-2 text-xs text-muted">And {countOf(rest, 'namespace')} more.</p>
      )}
    </Card>
  );
}

/** Shows the versions of kubelets, those that have ended first. */
export function Kubelets({ cluster: { id, kubelets }, today }: CardProps) {
  if (kubelets.length === 0) return null;
  const shown = kubelets.toSorted((one, other) => rank(one) - rank(other));
  return (
    <Card
      title="Kubelets"
      description="By version"
      actions={
        <TextLink href={clusterHref(id, { tab: 'nodes' })} className="text-xs">
          All nodes
        </TextLink>
      }
    >
      <ul className="grid min-w-0 gap-2 text-sm">
        {shown.map(({ version, nodes, support }) => (
          <li key={version ?? ''} className="grid min-w-0">
            <span className="flex min-w-0 items-baseline justify-between gap-3">
              <span className="min-w-0 font-mono text-xs wrap-anywhere">
                {version ?? 'Not told'}
              </span>
              <span className="shrink-0 text-xs text-muted">{countOf(nodes, 'node')}</span>
            </span>
            <SupportLine support={support} today={today} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function rank({ support }: ClusterDetail['kubelets'][number]): number {
  return support.state === 'ended' ? 0 : 1;
}
