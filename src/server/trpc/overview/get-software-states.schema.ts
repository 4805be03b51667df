import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { day } from '../outputs';

const states = z.record(z.enum(EOL_STATES), z.number().int().min(0));

export const getSoftwareStatesOutput = z.object({
  today: day,
  /** The day a month ago. */
  since: day,
  /** Software by state: today, and at the end of that day. */
  now: states,
  then: states,
});
