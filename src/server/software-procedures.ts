import { getPastSoftware } from './software/get-past-software';
import { getSoftware } from './software/get-software';
import { listArtifactTypes } from './software/list-artifact-types';
import { listDashboardSoftware } from './software/list-dashboard-software';
import { listHoldingProjects } from './software/list-holding-projects';
import { listProducts } from './software/list-products';
import { nameSoftware } from './software/name-software';

/** The procedures on software that only its pages need. */
export const softwarePage = {
  listForDashboard: listDashboardSoftware,
  get: getSoftware,
  getPast: getPastSoftware,
  name: nameSoftware,
  projects: listHoldingProjects,
  types: listArtifactTypes,
  products: listProducts,
};
