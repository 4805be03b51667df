import { z } from 'zod';
import { storedText } from '@/domain/validation/stored-text';
import { day, instant } from '../outputs';

const MAX_REASON_LENGTH = 1_000;

/** Why an organization departs from the catalogue. */
export const reasonInput = storedText(MAX_REASON_LENGTH).trim().min(1);

export const ownDateRecord = z.object({
  id: z.guid(),
  product: z.string(),
  cycle: z.string(),
  /** False: the catalogue does not have the cycle (any more); the date counts for what scanners say of it. */
  in_catalog: z.boolean(),
  ends_on: day,
  reason: z.string(),
  set_by: z.string(),
  set_at: instant,
});

export const ownProductRecord = z.object({
  id: z.guid(),
  slug: z.string(),
  name: z.string(),
  /** In the form in which it was saved. */
  product: z.unknown(),
  reason: z.string(),
  set_by: z.string(),
  set_at: instant,
});
