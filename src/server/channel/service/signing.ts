import { z } from 'zod';
import {
  liveKeys,
  makeSigningKeys,
  publicKeyOf,
  type SigningKeys,
} from '@/domain/channel/standard-webhook';

/** What is stored of a channel's signing keys beside their secret parts. */
export const storedSigning = z.object({
  signing: z
    .object({
      publicKey: z.string(),
      previous: z.object({ publicKey: z.string(), endsAt: z.iso.datetime() }).nullable(),
    })
    .optional(),
});
export type StoredSigning = z.output<typeof storedSigning>['signing'];

/** Exchanges the keys of a channel: the ones before go on signing beside the new ones until `endsAt`. */
export function rotatedKeys(keys: readonly SigningKeys[], endsAt: Date, now: Date): SigningKeys[] {
  const current = keys.filter((one) => one.endsAt === null);
  const ending = current.map((one) => ({ ...one, endsAt: endsAt.toISOString() }));
  return [makeSigningKeys(), ...liveKeys(ending, now)];
}

/** What of the keys may be seen. */
export function signingOf(keys: readonly SigningKeys[]): NonNullable<StoredSigning> {
  const [current, previous] = keys;
  if (!current) throw new Error('A channel that signs has no keys');
  return {
    publicKey: publicKeyOf(current),
    previous: previous?.endsAt
      ? { publicKey: publicKeyOf(previous), endsAt: previous.endsAt }
      : null,
  };
}
