import { deleteProject } from './delete-project';
import { getProject } from './get-project';
import { listDashboardProjects } from './list-dashboard-projects';
import { listProjectSoftware } from './list-project-software';
import { listProjects } from './list-projects';

/** What REST serves. */
export const projectRest = {
  images: listProjects,
  software: listProjectSoftware,
  delete: deleteProject,
};

/** What only the dashboard needs. */
export const projectDashboard = { listForDashboard: listDashboardProjects, get: getProject };
