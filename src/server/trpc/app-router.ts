import { catalogDashboard, catalogRest } from './catalog/procedures';
import { imageDashboard, imageRest } from './image/procedures';
import { router } from './init';
import { invitationDashboard, invitationRest } from './invitation/procedures';
import { memberDashboard, memberRest } from './member/procedures';
import { noteDashboard, noteRest } from './note/procedures';
import { organizationDashboard, organizationRest } from './organization/procedures';
import { policyDashboard, policyRest } from './policy/procedures';
import { restNouns } from './public-router';
import { scannerDashboard, scannerRest } from './scanner/procedures';
import { currentSession } from './session/current-session';
import { switchOrganization } from './session/switch-organization';
import { completeSetup } from './setup/complete-setup';
import { softwareDashboard, softwareRest } from './software/procedures';

/** What the dashboard calls: all that REST serves, and what only its pages need. */
export const appRouter = router({
  ...restNouns,
  catalog: router({ ...catalogRest, ...catalogDashboard }),
  image: router({ ...imageRest, ...imageDashboard }),
  invitation: router({ ...invitationRest, ...invitationDashboard }),
  member: router({ ...memberRest, ...memberDashboard }),
  note: router({ ...noteRest, ...noteDashboard }),
  organization: router({ ...organizationRest, ...organizationDashboard }),
  policy: router({ ...policyRest, ...policyDashboard }),
  scanner: router({ ...scannerRest, ...scannerDashboard }),
  session: router({ current: currentSession, switchOrganization }),
  setup: router({ complete: completeSetup }),
  software: router({ ...softwareRest, ...softwareDashboard }),
});

export type AppRouter = typeof appRouter;
