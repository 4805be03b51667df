import { z } from 'zod';
import { instant } from '../outputs';

export const scannerDatabaseOutput = z.object({
  /** For `XEOL_DB_UPDATE_URL`. */
  listingUrl: z.url(),
  /** Null until the first scanner has asked: it is built then. */
  archive: z
    .object({
      name: z.string(),
      builtAt: instant,
      sizeBytes: z.number().int(),
      sha256: z.string(),
    })
    .nullable(),
});
