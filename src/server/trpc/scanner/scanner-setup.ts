import { permitted } from '../init';
import { scannerSetupOutput } from './scanner-setup.schema';
import { scannerSetupOf } from '@/server/scanner/setup';

/** What the commands for a stock scanner are made from. */
export const getScannerSetup = permitted('scanner-list:read')
  .output(scannerSetupOutput)
  .query(({ ctx }) => scannerSetupOf(ctx.deps.env));
