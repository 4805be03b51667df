import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { RelativeDate } from '@/components/status/relative-date';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { ROLE_NAMES } from '@/features/frame/role-words';
import { EXPIRY_WORDS } from '@/lib/dates';
import { InvitationActions } from './invitation-actions';
import { STATUS_WORDS, type InvitationRow } from './invitation-rows';

/** For those who may only read. */
export const INVITATION_COLUMNS: readonly TableColumn<InvitationRow>[] = [
  {
    id: 'email',
    header: 'E-mail',
    primary: true,
    cell: ({ email }) => <MiddleTruncate text={email} className="font-medium" />,
  },
  { id: 'role', header: 'Role', widthPx: 100, cell: ({ role }) => ROLE_NAMES[role] },
  {
    id: 'status',
    header: 'State',
    widthPx: 110,
    cell: ({ status }) => (
      <Badge tone={status === 'pending' ? 'accent' : 'neutral'}>{STATUS_WORDS[status]}</Badge>
    ),
  },
  {
    id: 'expires',
    header: 'Holds until',
    widthPx: 160,
    cell: (invitation) =>
      invitation.status === 'pending' ? (
        <RelativeDate
          day={invitation.expires_at.slice(0, 10)}
          today={invitation.today}
          words={EXPIRY_WORDS}
          show="relative"
        />
      ) : (
        <span className="text-subtle">–</span>
      ),
  },
  {
    id: 'invitedBy',
    header: 'Invited by',
    widthPx: 180,
    cell: (invitation) => <MiddleTruncate text={invitation.invited_by} />,
  },
  {
    id: 'invited',
    header: 'Invited',
    widthPx: 120,
    cell: (invitation) => <DateTime value={invitation.created_at} show="day" />,
  },
];

/** For admins. */
export const MANAGED_INVITATION_COLUMNS: readonly TableColumn<InvitationRow>[] = [
  ...INVITATION_COLUMNS,
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    widthPx: 190,
    card: 'line',
    cell: (invitation) => <InvitationActions invitation={invitation} />,
  },
];
