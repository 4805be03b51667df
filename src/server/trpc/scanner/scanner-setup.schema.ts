import { z } from 'zod';

export const scannerSetupOutput = z.object({
  /** The service's origin as scanners reach it. */
  publicUrl: z.url(),
  /** Null while no listener for stock scanners is configured: then only plain uploads work. */
  listener: z
    .object({
      port: z.number().int(),
      /** Null when the operator's own certificate is presented. */
      caUrl: z.url().nullable(),
    })
    .nullable(),
});
