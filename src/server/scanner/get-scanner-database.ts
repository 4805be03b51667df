import { z } from 'zod';
import { instant } from '@/server/platform/trpc/outputs';
import { scannerDatabaseStatus } from '@/server/scanner-database/service/feed';
import { permitted } from '@/server/platform/trpc/init';

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

/** The feed that scanners fetch their database from: public, and the same for every organization. */
export const getScannerDatabase = permitted('scanner-list:read')
  .output(scannerDatabaseOutput)
  .query(({ ctx }) => scannerDatabaseStatus(ctx.deps));
