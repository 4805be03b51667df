import { createApiKey } from './api-key/create-api-key';
import { listApiKeys } from './api-key/list-api-keys';
import { imageDashboard, imageRest } from './image/procedures';
import { router } from './init';
import { listAdmins } from './organization/list-admins';
import { restNouns } from './public-router';
import { scannerDashboard, scannerRest } from './scanner/procedures';
import { currentSession } from './session/current-session';
import { switchOrganization } from './session/switch-organization';
import { completeSetup } from './setup/complete-setup';

/** What the dashboard calls: all that REST serves, and what only its pages need. */
export const appRouter = router({
  ...restNouns,
  apiKey: router({ create: createApiKey, list: listApiKeys }),
  image: router({ ...imageRest, ...imageDashboard }),
  organization: router({ admins: listAdmins }),
  scanner: router({ ...scannerRest, ...scannerDashboard }),
  session: router({ current: currentSession, switchOrganization }),
  setup: router({ complete: completeSetup }),
});

export type AppRouter = typeof appRouter;
