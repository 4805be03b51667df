import { z } from 'zod';
import { recordId } from '../inputs';
import { rest } from '../meta';

export const deleteProjectInput = z.object({ id: recordId });

export const deleteProjectOutput = z.void();

export const deleteProjectMeta = rest({
  method: 'DELETE',
  path: '/projects/{id}',
  summary: 'Delete a project',
  description:
    'Hides the project with its images and findings at once. Past points of the trends stay as they were; uploading to the same name starts it anew.',
  tag: 'Projects',
  errors: [404],
  success: 204,
});
