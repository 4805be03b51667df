'use client';

import { useMemo } from 'react';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { NoData } from '@/components/feedback/no-data';
import { PastTheEnd } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { SupportLine } from '../../card';
import type { ClusterNode } from '../../query';
import { clusterHref, type ClusterPageParams } from '../params';

export interface NodesProps {
  clusterId: string;
  /** Those of the page that the address names. */
  nodes: readonly ClusterNode[];
  total: number;
  params: Pick<ClusterPageParams, 'page' | 'size' | 'owner'>;
  /** A UTC day. */
  today: string;
}

/** Lists a page of a cluster's nodes with the support of their kubelet, container runtime and operating system. */
export function Nodes({ clusterId, nodes, total, params, today }: NodesProps) {
  const columns = useMemo(() => nodeColumns(today), [today]);
  if (total === 0) {
    return (
      <NoData title="No report has told of this cluster’s nodes.">
        k8s-inventory tells of them; Trivy Operator does not.
      </NoData>
    );
  }
  const page = {
    ...{ page: params.page, size: params.size, total, noun: 'nodes' },
    hrefFor: (number: number, size: number) =>
      clusterHref(clusterId, { tab: 'nodes', owner: params.owner, page: number, size }),
  };
  if (nodes.length === 0) return <PastTheEnd {...page} />;
  return (
    <Stack>
      <DataTable
        name="cluster-nodes"
        label="Nodes"
        columns={columns}
        rows={nodes}
        rowId={({ name }) => name}
      />
      <Pagination {...page} />
    </Stack>
  );
}

function nodeColumns(today: string): readonly TableColumn<ClusterNode>[] {
  const part = (
    id: 'kubelet' | 'runtime' | 'system',
    header: string,
  ): TableColumn<ClusterNode> => ({
    id,
    header,
    card: 'line',
    cell: ({ [id]: { text, support } }) => (
      <span className="grid min-w-0 py-1">
        {text !== null && (
          <span className="font-mono text-xs wrap-anywhere whitespace-normal">{text}</span>
        )}
        <SupportLine support={support} today={today} isNamed />
      </span>
    ),
  });
  return [
    {
      id: 'name',
      header: 'Node',
      primary: true,
      cell: ({ name }) => <span className="wrap-anywhere whitespace-normal">{name}</span>,
    },
    part('kubelet', 'Kubelet'),
    part('runtime', 'Container runtime'),
    part('system', 'Operating system'),
  ];
}
