import { z } from 'zod';
import { PACKAGE_ECOSYSTEMS } from './component';
import { FAILURE_KINDS } from './words';

/** How far one registry has been asked about what an organization holds, as it is stored. */
export const registryProgress = z.object({
  ecosystem: z.enum(PACKAGE_ECOSYSTEMS),
  /** Packages that it can be asked about. */
  packages: z.number().int(),
  /** Those of them that it has answered about. */
  known: z.number().int(),
  /** How often it may be asked in an hour. */
  perHour: z.number().int(),
  /** It is left alone until then, after it failed again and again. */
  pausedUntil: z.iso.datetime().nullable(),
  /** Its last failure. */
  failure: z.object({ at: z.iso.datetime(), kind: z.enum(FAILURE_KINDS) }).nullable(),
});
export type RegistryProgress = z.output<typeof registryProgress>;

/** Reads what is stored of registries; nothing of what another version has written. */
export function readRegistryProgress(document: unknown): RegistryProgress[] {
  const read = z.array(registryProgress).safeParse(document);
  return read.success ? read.data : [];
}
