// A page of an entity in Backstage: what was found in the images of its project. Copy it to
// packages/app/src/components/eventide, and add it to the entity page as a route:
//   <EntityLayout.Route path="/end-of-life" title="End of life"><EventidePage /></EntityLayout.Route>
import useAsync from 'react-use/esm/useAsync';
import { Progress, ResponseErrorPanel, Table } from '@backstage/core-components';
import { discoveryApiRef, fetchApiRef, useApi } from '@backstage/core-plugin-api';
import { MissingAnnotationEmptyState, useEntity } from '@backstage/plugin-catalog-react';

const ANNOTATION = 'eventide/project-id';
/** As many as Eventide gives at a time. */
const SIZE = 100;

interface Finding {
  id: string;
  product_name: string;
  cycle: string;
  state: 'ended' | 'soon' | 'next' | 'later' | 'unknown';
  eol_date: string | null;
  eol_date_known: boolean;
  evidence: keyof typeof EVIDENCE;
  image: { name: string; tag: string };
  advice: { target: { label: string } | null } | null;
}

const STATES = {
  ended: 'Ended',
  soon: 'Within 6 months',
  next: '6 to 12 months',
  later: 'Over 12 months',
  unknown: 'No known end',
};

/** How well the end is known, best first. */
const EVIDENCE = {
  contract: 'Contract',
  own: 'Own date',
  catalog: 'Catalog',
  sbom: 'From the SBOM',
  registry: 'Registry',
  inferred: 'Inferred (estimate)',
  stale: 'Stale line (estimate)',
  unknown: 'Unknown',
};

const COLUMNS = [
  { title: 'Software', field: 'software' },
  { title: 'State', field: 'state' },
  { title: 'End of life', field: 'end' },
  { title: 'Evidence', field: 'evidence' },
  { title: 'Image', field: 'image' },
  { title: 'Move to', field: 'move' },
];

const toRow = (finding: Finding) => ({
  id: finding.id,
  software: `${finding.product_name} ${finding.cycle}`,
  state: STATES[finding.state],
  end: finding.eol_date_known ? finding.eol_date : '',
  // A degree of a version of Eventide that is newer than this page goes by its own name.
  evidence: EVIDENCE[finding.evidence] ?? finding.evidence,
  image: `${finding.image.name}:${finding.image.tag}`,
  move: finding.advice?.target?.label ?? '',
});

export function EventidePage() {
  const { entity } = useEntity();
  const discovery = useApi(discoveryApiRef);
  const { fetch } = useApi(fetchApiRef);
  const project = entity.metadata.annotations?.[ANNOTATION];
  const found = useAsync(async () => {
    if (project === undefined) return { rows: [], total: 0 };
    const base = await discovery.getBaseUrl('proxy');
    const query = new URLSearchParams({ project_id: project, size: String(SIZE) });
    const response = await fetch(`${base}/eventide/findings?${query}`);
    if (!response.ok) throw new Error(`Eventide answered ${response.status}`);
    const { items, total } = (await response.json()) as { items: Finding[]; total: number };
    return { rows: items.map(toRow), total };
  }, [project]);

  if (project === undefined) return <MissingAnnotationEmptyState annotation={ANNOTATION} />;
  if (found.loading) return <Progress />;
  if (found.error) return <ResponseErrorPanel error={found.error} />;
  const { rows, total } = found.value ?? { rows: [], total: 0 };
  return (
    <Table
      title="End of life"
      // They are those that end first.
      subtitle={total > rows.length ? `The first ${rows.length} of ${total} findings` : undefined}
      columns={COLUMNS}
      data={rows}
      options={{ paging: true, pageSize: 20 }}
    />
  );
}
