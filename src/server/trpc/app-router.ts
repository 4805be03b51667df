import { auditDashboard, auditRest } from './audit/procedures';
import { catalogDashboard, catalogRest } from './catalog/procedures';
import { imageDashboard, imageRest } from './image/procedures';
import { router } from './init';
import { invitationDashboard, invitationRest } from './invitation/procedures';
import { memberDashboard, memberRest } from './member/procedures';
import { organizationDashboard, organizationRest } from './organization/procedures';
import { policyDashboard, policyRest } from './policy/procedures';
import { restNouns } from './public-router';
import { getRefusedUpload } from './refused-upload/get-refused-upload';
import { listRefusedUploads } from './refused-upload/list-refused-uploads';
import { scannerDashboard, scannerRest } from './scanner/procedures';
import { currentSession } from './session/current-session';
import { switchOrganization } from './session/switch-organization';
import { completeSetup } from './setup/complete-setup';

/** What the dashboard calls: all that REST serves, and what only its pages need. */
export const appRouter = router({
  ...restNouns,
  audit: router({ ...auditRest, ...auditDashboard }),
  catalog: router({ ...catalogRest, ...catalogDashboard }),
  image: router({ ...imageRest, ...imageDashboard }),
  invitation: router({ ...invitationRest, ...invitationDashboard }),
  member: router({ ...memberRest, ...memberDashboard }),
  organization: router({ ...organizationRest, ...organizationDashboard }),
  policy: router({ ...policyRest, ...policyDashboard }),
  refusedUpload: router({ list: listRefusedUploads, get: getRefusedUpload }),
  scanner: router({ ...scannerRest, ...scannerDashboard }),
  session: router({ current: currentSession, switchOrganization }),
  setup: router({ complete: completeSetup }),
});

export type AppRouter = typeof appRouter;
