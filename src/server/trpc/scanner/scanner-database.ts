import { scannerDatabaseStatus } from '@/server/scanner-database/status';
import { permitted } from '../init';
import { scannerDatabaseOutput } from './scanner-database.schema';

/** The feed that scanners fetch their database from: public, and the same for every organization. */
export const getScannerDatabase = permitted('scanner-list:read')
  .output(scannerDatabaseOutput)
  .query(({ ctx }) => scannerDatabaseStatus(ctx.deps));
