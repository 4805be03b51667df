import { z } from 'zod';
import type { RemovedCounts } from './rules';

const count = z.number().int().min(0);

/** {@link RemovedCounts} as it is stored and sent; apart from the rules, which pages read without zod. */
export const removedCounts = z.object({
  scans: count,
  sboms: count,
  inventories: count,
  intervals: count,
  findings: count,
  refused_uploads: count,
  messages: count,
  audit_events: count,
  document_bytes: count,
}) satisfies z.ZodType<RemovedCounts>;
