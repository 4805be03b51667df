import { z } from 'zod';
import { recordId } from '../inputs';
import { imageStatus } from './policy-status.schema';

/** As many as a page of images holds. */
const MAX_IMAGES = 100;

export const statusOfImagesInput = z.object({ imageTagIds: z.array(recordId).max(MAX_IMAGES) });

export const statusOfImagesOutput = z.array(imageStatus);
