import { acceptAsNewPerson, acceptInvitation } from './accept-invitation';
import { createInvitation } from './create-invitation';
import { listInvitations } from './list-invitations';
import { previewInvitation } from './preview-invitation';
import { revokeInvitation } from './revoke-invitation';

/** What REST serves. */
export const invitationRest = { create: createInvitation, list: listInvitations };

/** What only the dashboard needs. */
export const invitationDashboard = {
  preview: previewInvitation,
  accept: acceptInvitation,
  acceptAsNewPerson,
  revoke: revokeInvitation,
};
