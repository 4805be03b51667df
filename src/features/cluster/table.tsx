import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { StatusBadge } from '@/components/status/status-badge';
import { CountLink } from '@/components/ui/count-link';
import { SilentBadge, SupportLine } from './card';
import { clusterHref } from './detail/params';
import type { ListedCluster } from './query';
import { CONTAINER_NOUN, endedNodes } from './words';

/**
 * The clusters list.
 * @param today a UTC day
 * @param owner whose containers are counted; null: everybody's
 */
export function clusterColumns(
  today: string,
  owner: string | null,
): readonly TableColumn<ListedCluster>[] {
  return [
    {
      id: 'name',
      header: 'Cluster',
      primary: true,
      cell: ({ name }) => <span className="wrap-anywhere whitespace-normal">{name}</span>,
    },
    {
      id: 'version',
      header: 'Its own version',
      widthPx: { least: 160, share: 22, most: 340 },
      card: 'line',
      cell: ({ version, support }) => (
        <span className="grid min-w-0 py-1">
          {version !== null && (
            <span className="font-mono text-xs wrap-anywhere whitespace-normal">{version}</span>
          )}
          <SupportLine support={support} today={today} isNamed />
        </span>
      ),
    },
    {
      id: 'runs',
      header: 'What runs',
      widthPx: { least: 250, share: 27, most: 304 },
      card: 'line',
      cell: ({ id, states }) => (
        <StackedStatusBar
          variant="compact"
          counts={states}
          noun={CONTAINER_NOUN}
          hrefFor={(state) => clusterHref(id, { state, owner })}
        />
      ),
    },
    {
      id: 'unscanned',
      header: 'Never scanned',
      align: 'end',
      widthPx: { least: 84, share: 10, most: 116 },
      cell: ({ id, unscanned }) => (
        <CountLink
          value={unscanned}
          noun="container"
          href={clusterHref(id, { show: 'unscanned' })}
        />
      ),
    },
    {
      id: 'nodes',
      header: 'Nodes',
      align: 'end',
      widthPx: { least: 108, share: 10, most: 116 },
      cell: (cluster) => <Nodes cluster={cluster} />,
    },
    {
      id: 'heard',
      header: 'Last heard',
      align: 'end',
      widthPx: { least: 128, share: 13, most: 148 },
      cell: ({ lastHeardDate, silent }) => (
        <span className="justify-items-(--cell-side) inline-grid gap-0.5">
          <DateTime value={lastHeardDate} show="ago" />
          <SilentBadge silent={silent} lastHeardDate={lastHeardDate} />
        </span>
      ),
    },
  ];
}

function Nodes({ cluster }: { cluster: ListedCluster }) {
  // No cluster has none: of this one, no report names any.
  if (cluster.nodes === 0) return <span className="text-xs text-muted">Not told</span>;
  const ended = endedNodes(cluster.kubelets);
  return (
    <span className="justify-items-(--cell-side) inline-grid">
      <CountLink
        value={cluster.nodes}
        noun="node"
        href={clusterHref(cluster.id, { tab: 'nodes' })}
      />
      {ended > 0 && (
        <StatusBadge status="ended" variant="plain">
          {ended} ended
        </StatusBadge>
      )}
    </span>
  );
}
