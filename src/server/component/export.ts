import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { COMPONENT_STATE_WORDS } from '@/domain/inventory/component-state';
import { exportedList } from '@/server/export/exported-list';
import { imageComponentsForExport } from './service';

/** The packages of one image as a file. */
export const imageComponentsExport = exportedList({
  name: 'image-packages',
  permission: 'inventory:read',
  rows: imageComponentsForExport,
  columns: [
    { header: 'Package', cell: ({ name }) => name },
    { header: 'Version', cell: ({ version }) => version },
    { header: 'Type', cell: ({ type }) => type },
    { header: 'Language', cell: ({ language }) => language },
    { header: 'Scope', cell: ({ scope }) => scope },
    { header: 'Catalog', cell: ({ match }) => COMPONENT_STATE_WORDS[match.state] },
    { header: 'Product', cell: ({ match }) => match.product },
    { header: 'Cycle', cell: ({ match }) => match.cycle },
    { header: 'Degree of evidence', cell: ({ evidence }) => EVIDENCE_WORDS[evidence] },
    { header: 'Registry says', cell: ({ fact }) => fact?.message ?? null },
    { header: 'Successor', cell: ({ fact }) => fact?.successor ?? null },
    {
      header: 'Maintainer',
      cell: ({ maintainer }) => maintainer && (maintainer.name ?? maintainer.kind),
    },
    { header: 'Evidence', cell: ({ maintainer }) => maintainer?.evidence.join('\n') ?? null },
    { header: 'Package URL', cell: ({ purl }) => purl },
    { header: 'Licenses', cell: ({ licenses }) => licenses.join('\n') },
  ],
});
