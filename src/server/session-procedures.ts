import { placesOfRecord } from '@/server/organization/find-record-places';
import { currentSession } from '@/server/user/get-current-session';
import { endOthers, endSession, listSessions } from './session/list-own-sessions';
import { switchOrganization } from './session/switch-organization';

/** The procedures on the sessions of whoever is signed in: for the pages alone, as keys have none. */
export const session = {
  current: currentSession,
  list: listSessions,
  end: endSession,
  endOthers,
  placesOfRecord,
  switchOrganization,
};
