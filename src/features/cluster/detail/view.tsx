'use client';

import dynamic from 'next/dynamic';
import { TriangleAlert } from 'lucide-react';
import { PageHeader } from '@/components/layout/page-header';
import { DateTime } from '@/components/status/date-time';
import { LinkTabs } from '@/components/ui/link-tabs';
import { useMay } from '@/features/frame/reader';
import { SilentBadge } from '../card';
import { clustersHref } from '../params';
import type { ClusterDetail } from '../query';
import { clusterHref, type ClusterTab } from './params';

// Few may delete, and seldom do.
const DeleteCluster = dynamic(() => import('./actions').then((module) => module.DeleteCluster));

/** Names the cluster, says when it is silent, and has a button for those who may delete it. */
export function ClusterHeader({ cluster }: { cluster: ClusterDetail }) {
  const mayDelete = useMay('cluster:delete');
  const { name, silent, lastHeardDate } = cluster;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Clusters', href: clustersHref() }]}
        title={name}
        aside={<SilentBadge silent={silent} lastHeardDate={lastHeardDate} />}
        actions={mayDelete && <DeleteCluster cluster={cluster} />}
      />
      {silent && (
        <p className="flex items-start gap-2 rounded-md border border-l-2 border-l-danger-text bg-surface px-4 py-3 text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
          <span>
            This cluster has not reported since <DateTime value={lastHeardDate} />. What is shown
            here is what ran then.
          </span>
        </p>
      )}
    </>
  );
}

interface ClusterTabsProps {
  cluster: ClusterDetail;
  current: ClusterTab;
  /** Whose images the page counts; null: everybody's. */
  owner: string | null;
}

/** Links the views of one cluster. */
export function ClusterTabs({ cluster, current, owner }: ClusterTabsProps) {
  const { id, containers, nodes } = cluster;
  return (
    <LinkTabs
      label="Views of this cluster"
      current={current}
      tabs={[
        { id: 'runs', label: 'What runs', count: containers, href: clusterHref(id, { owner }) },
        {
          id: 'nodes',
          label: 'Nodes',
          count: nodes,
          href: clusterHref(id, { tab: 'nodes', owner }),
        },
      ]}
    />
  );
}
