import { createOrganization } from './create-organization';
import { createOwnOrganization } from './create-own-organization';
import { deleteOrganization } from './delete-organization';
import { getOrganization, getOrganizationByIdp } from './get-organization';
import { listAdmins } from './list-admins';
import { renameOrganization } from './rename-organization';

/** What REST serves. */
export const organizationRest = {
  create: createOrganization,
  get: getOrganization,
  getByIdp: getOrganizationByIdp,
  rename: renameOrganization,
  delete: deleteOrganization,
};

/** What only the dashboard needs. */
export const organizationDashboard = { admins: listAdmins, createOwn: createOwnOrganization };
