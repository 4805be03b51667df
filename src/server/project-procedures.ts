import { getPastProject } from './project/get-past-project';
import { getProject } from './project/get-project';
import { getProjectName } from './project/get-project-name';
import { listDashboardProjects } from './project/list-dashboard-projects';

/** What the pages of projects ask for beside what REST serves. */
export const projectPage = {
  listForDashboard: listDashboardProjects,
  get: getProject,
  getPast: getPastProject,
  name: getProjectName,
};
