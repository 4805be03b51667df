import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { ProjectName } from '@/features/names/project';
import { formatCount } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';
import { ChangeTrust, ForgetRepository, RemoveTrust } from './actions';
import { conditionsOf, issuerName, REFUSAL_WORDS } from './words';

export type TrustedRepository = Outputs['buildToken']['list']['items'][number];
export type KnownRepository = Outputs['buildToken']['known']['items'][number];
type RefusedBuild = Outputs['buildToken']['refused'][number];

export const TRUSTED_COLUMNS: readonly TableColumn<TrustedRepository>[] = [
  {
    id: 'repository',
    header: 'Repository',
    primary: true,
    cell: ({ repository }) => <MiddleTruncate text={repository} className="font-medium" />,
  },
  {
    id: 'issuer',
    header: 'Signed by',
    widthPx: 170,
    cell: ({ platform, issuer }) => <MiddleTruncate text={issuerName(platform, issuer)} />,
  },
  {
    id: 'project',
    header: 'Project',
    widthPx: 170,
    cell: ({ project_name: name }) =>
      name === null ? (
        <span className="text-muted">Named after it</span>
      ) : (
        <ProjectName name={name} />
      ),
  },
  {
    id: 'conditions',
    header: 'Only',
    widthPx: 190,
    cell: (trusted) => (
      // Whole: a condition that is cut off says something else.
      <span className="flex min-w-0 flex-wrap items-center gap-1.5 wrap-anywhere whitespace-normal">
        {conditionsOf(trusted).join(', ') || <span className="text-subtle">Any build</span>}
        {trusted.pull_requests && (
          <Badge title="Builds of pull and merge requests may upload, and not only check">
            Pull requests upload
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'lastUsed',
    header: 'Last used',
    widthPx: 108,
    cell: ({ last_used_at: at }) =>
      at === null ? <span className="text-subtle">Never</span> : <DateTime value={at} show="ago" />,
  },
  {
    id: 'actions',
    header: 'Change',
    onPaper: false,
    align: 'end',
    widthPx: 172,
    card: 'line',
    cell: (trusted) => (
      <span className="inline-flex items-center gap-1.5">
        <ChangeTrust trusted={trusted} />
        <RemoveTrust trusted={trusted} />
      </span>
    ),
  },
];

export const REFUSED_COLUMNS: readonly TableColumn<RefusedBuild>[] = [
  {
    id: 'repository',
    header: 'Claimed repository',
    primary: true,
    widthPx: 230,
    cell: ({ repository }) =>
      repository === '' ? (
        <span className="text-subtle">None</span>
      ) : (
        <MiddleTruncate text={repository} className="font-medium" />
      ),
  },
  {
    id: 'reason',
    header: 'Why it was refused',
    card: 'line',
    cell: ({ reason }) => <span className="whitespace-normal">{REFUSAL_WORDS[reason]}</span>,
  },
  {
    id: 'issuer',
    header: 'Claimed issuer',
    widthPx: 230,
    cell: ({ issuer }) => <MiddleTruncate text={issuer} />,
  },
  {
    id: 'count',
    header: 'Times',
    align: 'end',
    widthPx: 72,
    cell: ({ count }) => formatCount(count),
  },
  {
    id: 'last',
    header: 'Last',
    widthPx: 108,
    cell: ({ lastDate }) => <DateTime value={lastDate} show="ago" />,
  },
];

export const KNOWN_COLUMNS: readonly TableColumn<KnownRepository>[] = [
  {
    id: 'name',
    header: 'Name',
    primary: true,
    cell: ({ name, kind }) => (
      <span className="flex min-w-0 items-center gap-2">
        <MiddleTruncate text={name} className="font-medium" />
        {kind === 'owner' && <Badge>Owner</Badge>}
      </span>
    ),
  },
  {
    id: 'number',
    header: 'Number',
    widthPx: 130,
    cell: ({ number }) => <code className="font-mono text-xs">{number}</code>,
  },
  {
    id: 'issuer',
    header: 'Signed by',
    widthPx: 230,
    cell: ({ issuer }) => <MiddleTruncate text={issuer} />,
  },
  {
    id: 'first',
    header: 'First build',
    widthPx: 210,
    cell: ({ firstBuild, firstSeenDate }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <DateTime value={firstSeenDate} show="day" />
        <MiddleTruncate text={firstBuild} className="text-muted" />
      </span>
    ),
  },
  {
    id: 'forget',
    header: 'Change',
    align: 'end',
    widthPx: 96,
    card: 'line',
    cell: (known) => <ForgetRepository known={known} />,
  },
];
