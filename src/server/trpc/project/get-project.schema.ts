import { z } from 'zod';
import { recordId } from '../inputs';
import { instant } from '../outputs';
import { dashboardProject } from './list-dashboard-projects.schema';

export const getProjectInput = z.object({ projectId: recordId });

export const getProjectOutput = dashboardProject.extend({ createdDate: instant });
