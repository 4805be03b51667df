import { z } from 'zod';
import { RECORD_KINDS } from '@/domain/record-kind';
import { nameInput } from '../inputs';

export const placesOfRecordInput = z.object({ kind: z.enum(RECORD_KINDS), name: nameInput });

/** Other organizations of the person's own that have the record. */
export const placesOfRecordOutput = z.array(
  z.object({ organizationId: z.uuid(), organizationName: z.string() }),
);
