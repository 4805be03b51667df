import { z } from 'zod';
import { day } from '../outputs';
import { outlookQuestion } from './outlook-question.schema';

export const forecastPoliciesInput = z.object(outlookQuestion);

const count = z.number().int().min(0);

export const forecastPoliciesOutput = z.object({
  today: day,
  /** The last day that is told of, a year from today. */
  until: day,
  images: count,
  /** Images by what is done to them, from a day until the next one. The first is today. */
  points: z.array(z.object({ on: day, denied: count, warned: count, allowed: count })),
});
