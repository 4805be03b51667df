import { getSoftware } from './get-software';
import { listArtifactTypes } from './list-artifact-types';
import { listDashboardSoftware } from './list-dashboard-software';
import { listHoldingProjects } from './list-holding-projects';
import { listProducts } from './list-products';
import { listSoftware } from './list-software';
import { nameSoftware } from './name-software';

/** What REST serves. */
export const softwareRest = { list: listSoftware };

/** What only the dashboard needs. */
export const softwareDashboard = {
  listForDashboard: listDashboardSoftware,
  get: getSoftware,
  name: nameSoftware,
  projects: listHoldingProjects,
  types: listArtifactTypes,
  products: listProducts,
};
