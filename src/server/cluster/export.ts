import { EOL_STATES, type EolState } from '@/domain/eol/proximity';
import { STATE_WORDS } from '@/domain/eol/words';
import { exportedList } from '@/server/export/exported-list';
import { workloadsForExport } from './service/clusters';

type States = Readonly<Record<EolState, number>>;

/** How files name by what a running image was found among those that were scanned. */
const JOINED_BY = { digest: 'Digest', tag: 'Tag alone' } as const;

/** What runs in a cluster as a file. Of an image that was never scanned no number is known, and none is zero. */
export const workloadsExport = exportedList({
  name: 'workloads',
  permission: 'inventory:read',
  rows: workloadsForExport,
  columns: [
    { header: 'Namespace', of: 'name', cell: ({ namespace }) => namespace },
    { header: 'Kind', of: 'name', cell: ({ ownerKind }) => ownerKind },
    { header: 'Workload', of: 'name', cell: ({ ownerName }) => ownerName },
    { header: 'Container', of: 'name', cell: ({ container }) => container },
    { header: 'Image', of: 'image', cell: ({ imageName }) => imageName },
    { header: 'Tag', of: 'image', cell: ({ imageTag }) => imageTag },
    { header: 'Scanned', of: 'image', cell: ({ image }) => image !== null },
    { header: 'Matched by', of: 'image', cell: ({ image }) => image && JOINED_BY[image.joinedBy] },
    { header: 'State', of: 'ended', cell: ({ image }) => image && nearestOf(image.states) },
    ...EOL_STATES.map((state) => ({
      ...{ header: STATE_WORDS[state], key: state, of: 'ended' },
      cell: ({ image }: { readonly image: { readonly states: States } | null }) =>
        image && image.states[state],
    })),
    { header: 'System', of: 'ended', cell: ({ system }) => system?.text ?? null },
    {
      header: 'System state',
      of: 'ended',
      cell: ({ system }) => system && STATE_WORDS[system.support.state],
    },
    { header: 'Pods', of: 'pods', cell: ({ pods }) => pods },
    { header: 'Last heard', of: 'heard', cell: ({ lastHeardDate }) => lastHeardDate },
    { header: 'Silent', of: 'heard', cell: ({ silent }) => silent },
    { header: 'Project', cell: ({ image }) => image?.projectName ?? null },
    { header: 'Digest', cell: ({ digest }) => digest },
    { header: 'Image id', cell: ({ image }) => image?.imageTagId ?? null },
    { header: 'Workload id', cell: ({ id }) => id },
  ],
});

/** Says how what ends first in an image stands; null where it holds nothing that ends. */
function nearestOf(states: States): string | null {
  const nearest = EOL_STATES.find((state) => states[state] > 0);
  return nearest === undefined ? null : STATE_WORDS[nearest];
}
