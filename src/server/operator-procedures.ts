import { getOperatorCatalogStatus } from './operator/get-catalog-status';
import { listInstallationEvents } from './operator/list-audit-events';
import { listCatalogUpdates } from './operator/list-catalog-updates';
import { listLimitedCallers } from './operator/list-limited';
import { listInstallationLimits } from './operator/list-limits';
import { listInstallationOperators } from './operator/list-operators';
import { listAllOrganizations } from './operator/list-organizations';
import { updateCatalog } from './operator/update-catalog';

/** Procedures of the installation, for those who look after it. */
export const operated = {
  catalogStatus: getOperatorCatalogStatus,
  catalogUpdates: listCatalogUpdates,
  updateCatalog,
  organizations: listAllOrganizations,
  operators: listInstallationOperators,
  limits: listInstallationLimits,
  limited: listLimitedCallers,
  auditEvents: listInstallationEvents,
};
