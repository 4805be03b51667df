import { checkConnection } from './companion/check-connection';
import { deleteCompanion } from './companion/delete-companion';
import { findCompanion, getCompanion } from './companion/get-companion';
import { listPulledProjects } from './companion/list-pulled-projects';
import { requestPull } from './companion/request-pull';
import { setCompanion } from './companion/set-companion';

/** Procedures of the companion of a Dependency-Track. */
export const companion = {
  get: getCompanion,
  set: setCompanion,
  delete: deleteCompanion,
  test: checkConnection,
  pull: requestPull,
  projects: listPulledProjects,
};

/** The same for its page, which asks whether there is one. */
export const companionOfPage = { ...companion, find: findCompanion };
