import { accountDashboard } from './account/procedures';
import { analyticsDashboard, analyticsRest } from './analytics/procedures';
import { auditDashboard, auditRest } from './audit/procedures';
import { catalogDashboard, catalogRest } from './catalog/procedures';
import { certificateDashboard, certificateRest } from './certificate/procedures';
import { checkDashboard, checkRest } from './check/procedures';
import { imageDashboard, imageRest } from './image/procedures';
import { router } from './init';
import { invitationDashboard, invitationRest } from './invitation/procedures';
import { memberDashboard, memberRest } from './member/procedures';
import { noteDashboard, noteRest } from './note/procedures';
import { organizationDashboard, organizationRest } from './organization/procedures';
import { operatorDashboard } from './operator/procedures';
import { overviewDashboard } from './overview/procedures';
import { policyDashboard, policyRest } from './policy/procedures';
import { projectDashboard, projectRest } from './project/procedures';
import { restNouns } from './public-router';
import { getRefusedUpload } from './refused-upload/get-refused-upload';
import { listRefusedKeys } from './refused-upload/list-refused-keys';
import { listRefusedUploads } from './refused-upload/list-refused-uploads';
import { scannerDashboard, scannerRest } from './scanner/procedures';
import { currentSession } from './session/current-session';
import { endOthers, endSession, listSessions } from './session/own-sessions';
import { placesOfRecord } from './session/places-of-record';
import { switchOrganization } from './session/switch-organization';
import { completeSetup } from './setup/complete-setup';
import { softwareDashboard, softwareRest } from './software/procedures';
import { timelineDashboard } from './timeline/procedures';

/** What the dashboard calls: all that REST serves, and what only its pages need. */
export const appRouter = router({
  ...restNouns,
  account: router(accountDashboard),
  analytics: router({ ...analyticsRest, ...analyticsDashboard }),
  audit: router({ ...auditRest, ...auditDashboard }),
  catalog: router({ ...catalogRest, ...catalogDashboard }),
  certificate: router({ ...certificateRest, ...certificateDashboard }),
  check: router({ ...checkRest, ...checkDashboard }),
  image: router({ ...imageRest, ...imageDashboard }),
  invitation: router({ ...invitationRest, ...invitationDashboard }),
  member: router({ ...memberRest, ...memberDashboard }),
  note: router({ ...noteRest, ...noteDashboard }),
  organization: router({ ...organizationRest, ...organizationDashboard }),
  operator: router(operatorDashboard),
  overview: router(overviewDashboard),
  policy: router({ ...policyRest, ...policyDashboard }),
  project: router({ ...projectRest, ...projectDashboard }),
  refusedUpload: router({
    list: listRefusedUploads,
    get: getRefusedUpload,
    keys: listRefusedKeys,
  }),
  scanner: router({ ...scannerRest, ...scannerDashboard }),
  session: router({
    current: currentSession,
    list: listSessions,
    end: endSession,
    endOthers,
    placesOfRecord,
    switchOrganization,
  }),
  setup: router({ complete: completeSetup }),
  software: router({ ...softwareRest, ...softwareDashboard }),
  timeline: router(timelineDashboard),
});

export type AppRouter = typeof appRouter;
