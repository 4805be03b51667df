import { cache } from 'react';
import type { Outputs } from '@/trpc/outputs';
import { callServer, isRefused, readAsOf } from '@/trpc/server';

/** Why an image is found to hold a release cycle. */
export type Explanation = Outputs['finding']['explain'];
export type PackageExplanation = Outputs['finding']['explainPackage'];
export type ExplainedMatch = PackageExplanation['package']['match'];

/**
 * Explains a finding of the reader's organization, once for each request; null when there is none by this id. `refused`
 * says why a day cannot be looked at.
 */
export const loadExplanation = cache(
  (id: string, asOf: string | null): Promise<Explanation | 'refused' | null> =>
    readAsOf(() => callServer.finding.explain({ id, as_of: asOf })),
);

/** Explains a package of an image; null when the image's newest scan found none by this id. */
export const loadPackageExplanation = cache(
  async (imageTagId: string, packageId: string): Promise<PackageExplanation | null> => {
    try {
      return await callServer.finding.explainPackage({
        image_tag_id: imageTagId,
        package_id: packageId,
      });
    } catch (error) {
      if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
      throw error;
    }
  },
);
