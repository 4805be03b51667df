import { z } from 'zod';
import { recordId } from '../inputs';
import { rest } from '../meta';
import { eolSoftwareFirst } from '../outputs';

export const listProjectSoftwareInput = z.object({ project_id: recordId });

export const listProjectSoftwareOutput = z.array(eolSoftwareFirst);

export const listProjectSoftwareMeta = rest({
  method: 'GET',
  path: '/projects/{project_id}/eol_software',
  summary: 'List the software of a project that has an end of life',
  description:
    'One entry for each image and software; software of which no end is known is left out. Ordered by end of life, product, release cycle and artifact type, then image name and tag, then id.',
  tag: 'Projects',
  errors: [404],
});
