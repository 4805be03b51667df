import { expect, test } from 'vitest';
import { appRouter, publicRouter } from '@/server/app-router';
import type { ProcedureMeta } from './meta';

interface Procedure {
  readonly _def: { readonly type: string; readonly meta?: ProcedureMeta };
}

const all = [appRouter, publicRouter].flatMap((router) =>
  // The declared type says nothing of what a procedure keeps.
  Object.entries(router._def.procedures as unknown as Readonly<Record<string, Procedure>>),
);
const declared = all.filter(([, { _def }]) => _def.meta?.mayLag === true);

/**
 * What is read is noted as a change of the organization whenever somebody changes it: by the tables whose triggers note it
 * (image_tag, software_cycle, cluster, refused_upload, inbox_entry), or in the trail. Add nothing for which that is not so.
 */
const LISTED = [
  'analytics.eolCounts',
  'analytics.eolOverview',
  'analytics.trend',
  'audit.list',
  'catalog.cycleUse',
  'catalog.holders',
  'cluster.list',
  'cluster.names',
  'cluster.workloads',
  'contract.covered',
  'contract.list',
  'finding.list',
  'image.components',
  'image.difference',
  'image.findings',
  'image.labels',
  'image.list',
  'image.listForDashboard',
  'image.packages',
  'image.sbom',
  'image.scans',
  'image.software',
  'image.states',
  'knowledge.coverage',
  'knowledge.ownSoftware',
  'knowledge.unknown',
  'note.list',
  'note.listForDashboard',
  'overview.states',
  'overview.toMove',
  'plan.counts',
  'plan.list',
  'policy.effects',
  'policy.forecast',
  'policy.images',
  'policy.statusOfImages',
  'policy.summary',
  'project.images',
  'project.listForDashboard',
  'project.software',
  'refusedUpload.list',
  'retirement.counts',
  'retirement.ofImage',
  'scan.history',
  'search.things',
  'software.list',
  'software.listForDashboard',
  'software.products',
  'software.projects',
  'software.types',
  'team.list',
  'timeline.images',
  'timeline.list',
  'timeline.top',
  'waiver.cycloneDxVex',
  'waiver.list',
  'waiver.openVex',
];

test('these are the reads that a replica may answer', () => {
  expect([...new Set(declared.map(([path]) => path))].toSorted()).toEqual(LISTED.toSorted());
});

test('they are queries of one organization', () => {
  for (const [path, { _def }] of declared)
    expect({ path, type: _def.type, access: _def.meta?.access }).toEqual({
      ...{ path, type: 'query', access: 'organization' },
    });
});
