import { scannerDatabaseFacts } from '@/server/scanner-database/facts';
import { permitted } from '../init';
import { scannerDatabaseFactsOutput } from './scanner-database-facts.schema';

export const getScannerDatabaseFacts = permitted('catalog:read')
  .output(scannerDatabaseFactsOutput)
  .query(({ ctx }) => scannerDatabaseFacts(ctx.deps));
