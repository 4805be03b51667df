import { hrefs } from '@/features/hrefs';

/** As many as the list of images takes. */
const MOST_NAMED = 100;

/**
 * Builds the address of the images that hold any of some software. Null where that is none, or more than an address names:
 * the images of a part of it are others.
 */
export function imagesHolding(
  softwareIds: readonly string[],
  conditions: Parameters<typeof hrefs.images>[0] = {},
): string | null {
  if (softwareIds.length === 0 || softwareIds.length > MOST_NAMED) return null;
  return hrefs.images({ software: softwareIds.join(','), ...conditions });
}
