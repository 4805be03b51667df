import { listScannerProjects } from './list-scanner-projects';
import { listScannerSoftware } from './list-scanner-software';
import { getScannerDatabaseFacts } from './scanner-database-facts';
import { getScannerSetup } from './scanner-setup';

/** What REST serves. */
export const scannerRest = { software: listScannerSoftware, projects: listScannerProjects };

/** What only the dashboard needs. */
export const scannerDashboard = {
  setup: getScannerSetup,
  database: getScannerDatabaseFacts,
};
