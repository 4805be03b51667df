import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { callerKind, instant } from '@/server/platform/trpc/outputs';
import { imageStatus } from '@/server/policy/dto';
import { packageViolation, waivedPackageViolation } from '@/server/registry/dto';
import { dashboardImage } from './list-dashboard-images';
import { getImage as get } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const getImageInput = z.object({ imageTagId: recordId });

export const getImageOutput = dashboardImage.extend({
  latestScanDate: instant,
  lastSeenDate: instant,
  repoDigests: z.array(z.string()),
  /** The scanned Dockerfile's path or the directory; "" when unknown. */
  location: z.string(),
  distro: z.object({ name: z.string(), version: z.string().nullable() }).nullable(),
  /** Where it runs, the first fifty; `running` counts all. */
  runsIn: z.array(
    z.object({
      clusterId: z.guid(),
      clusterName: z.string(),
      namespace: z.string(),
      ownerKind: z.string().nullable(),
      ownerName: z.string(),
      container: z.string(),
      /** `tag`: only the names agree, and the tag may have been of another build. */
      joinedBy: z.enum(['digest', 'tag']),
      lastHeardDate: instant,
      /** Whether it was not heard of for a day. */
      silent: z.boolean(),
    }),
  ),
  /** Packages that the latest scan found, matched or not. */
  componentCount: z.number().int(),
  /** The catalog's knowledge of those packages. */
  coverage: z.object({
    /** Releases of products, supported by their vendors. */
    matched: z.number().int(),
    /** Maintained by a distribution. */
    distribution: z.number().int(),
    /** Not in the catalog: their support is not known. */
    unknown: z.number().int(),
    /** Not matched yet. */
    pending: z.number().int(),
    /** The image's distribution as the catalog knows it: `Debian 12`. */
    distributionName: z.string().nullable(),
  }),
  /** While inventories are matched with a catalog that has changed: images done, of those that it concerns. */
  matching: z.object({ done: z.number().int(), total: z.number().int().nullable() }).nullable(),
  firstScanDate: instant,
  latestScan: z.object({
    id: z.guid(),
    callerKind: callerKind.nullable(),
    callerName: z.string().nullable(),
    commitHash: z.string().nullable(),
    /** False: there were policies, and the scanner had not read them; null where that means nothing. */
    policiesRead: z.boolean().nullable(),
  }),
  /** The policies' verdict on it today. */
  policy: imageStatus,
  /** Packages that policies deny or warn of by what registries say, and those that waivers cover; null: no policy does. */
  judgedPackages: z
    .object({ packages: z.array(packageViolation), waived: z.array(waivedPackageViolation) })
    .nullable(),
});

export const getImage = permitted('inventory:read')
  .input(getImageInput)
  .output(getImageOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.imageTagId));
