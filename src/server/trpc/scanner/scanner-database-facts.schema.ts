import { z } from 'zod';
import { instant } from '../outputs';

export const scannerDatabaseFactsOutput = z.object({
  /** For the scanner's `XEOL_DB_UPDATE_URL`. */
  listing_url: z.url(),
  archive: z
    .object({
      built_at: instant,
      size_bytes: z.number().int(),
      /** False while the catalogue is newer: it is built anew when a scanner asks for it. */
      is_current: z.boolean(),
    })
    .nullable(),
});
