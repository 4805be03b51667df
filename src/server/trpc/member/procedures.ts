import { changeMemberRole } from './change-member-role';
import { listMemberKeys } from './list-member-keys';
import { listMembers } from './list-members';
import { removeMember } from './remove-member';

/** What REST serves. */
export const memberRest = { list: listMembers, remove: removeMember };

/** What only the dashboard needs. */
export const memberDashboard = { changeRole: changeMemberRole, keys: listMemberKeys };
