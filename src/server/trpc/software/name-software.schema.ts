import { z } from 'zod';
import { recordId } from '../inputs';
import { softwareIdentity } from './list-dashboard-software.schema';

export const nameSoftwareInput = z.object({ softwareId: recordId });

export const nameSoftwareOutput = softwareIdentity;
