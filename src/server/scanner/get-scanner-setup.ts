import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { scannerSetupOf } from './service';

export const scannerSetupOutput = z.object({
  /** The service's origin as scanners reach it. */
  publicUrl: z.url(),
  /** Null while no listener for stock scanners is configured: then only plain uploads work. */
  listener: z
    .object({
      port: z.number().int(),
      /** Null when the operator's own certificate is presented. */
      caUrl: z.url().nullable(),
      /** Who answers scanners at port 443 when it is not who answers `publicUrl`: an IP address or a host name. */
      address: z.string().nullable(),
      takesIpv6: z.boolean(),
    })
    .nullable(),
});

/** Gets the addresses from which the commands for a stock scanner are made. */
export const getScannerSetup = permitted('scanner-list:read')
  .output(scannerSetupOutput)
  .query(({ ctx }) => scannerSetupOf(ctx.deps.env));
