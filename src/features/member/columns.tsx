import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { ROLE_NAMES } from '@/features/frame/role-words';
import { MemberRole } from './member-role';
import type { MemberRow } from './member-rows';
import { RemoveMember } from './remove-member';

const NAME: TableColumn<MemberRow> = {
  id: 'name',
  header: 'Name',
  primary: true,
  cell: ({ name, isReader }) => (
    <span className="flex min-w-0 items-center gap-2 font-medium">
      <MiddleTruncate text={name} />
      {isReader && <Badge>You</Badge>}
    </span>
  ),
};
const EMAIL: TableColumn<MemberRow> = {
  id: 'email',
  header: 'E-mail',
  card: 'line',
  cell: ({ email, email_verified: isVerified }) => (
    <span className="flex min-w-0 items-center gap-2">
      <MiddleTruncate text={email} />
      {!isVerified && (
        <Badge tone="outline" title="Nothing has shown yet that this address is theirs">
          Not confirmed
        </Badge>
      )}
    </span>
  ),
};
const JOINED: TableColumn<MemberRow> = {
  id: 'joined',
  header: 'Joined',
  widthPx: 130,
  cell: (member) => <DateTime value={member.joined_at} show="day" />,
};

/** For those who may only read. */
export const MEMBER_COLUMNS: readonly TableColumn<MemberRow>[] = [
  NAME,
  EMAIL,
  { id: 'role', header: 'Role', widthPx: 150, cell: ({ role }) => ROLE_NAMES[role] },
  JOINED,
];

/** For admins. */
export const MANAGED_MEMBER_COLUMNS: readonly TableColumn<MemberRow>[] = [
  NAME,
  EMAIL,
  {
    id: 'role',
    header: 'Role',
    widthPx: 150,
    cell: (member) => <MemberRole member={member} />,
  },
  JOINED,
  {
    id: 'remove',
    header: 'Remove',
    align: 'end',
    widthPx: 110,
    card: 'line',
    cell: (member) => <RemoveMember member={member} />,
  },
];
