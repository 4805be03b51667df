import { z } from 'zod';
import { boundedList } from '@/domain/validation/bounded-list';
import { MAX_MATCHES, MAX_PACKAGES } from './keep-rules';
import { appConfig, component, eventSource, match, nameText } from './payload-parts';
import { scanContext } from './scan-context';

const common = {
  AppConfig: appConfig,
  Matches: boundedList(match, MAX_MATCHES),
  Packages: boundedList(component, MAX_PACKAGES).optional(),
  Context: scanContext,
  ImageVerified: z.boolean().nullish(),
  Sbom: z
    .string()
    .nullish()
    .meta({ description: 'Base64 of a CycloneDX, SPDX or Syft JSON document' }),
};

/**
 * `ScanEventPayload`, the body of `PUT /v1/scan`, after the body filter. As lenient as real scanners need:
 * unknown keys are ignored, null lists are empty, unknown dates are null.
 */
export const scanEventPayload = z.object({
  ...common,
  ImageName: nameText,
  ImageDigest: nameText.nullish(),
});

/** `ScanEventPayloadV2`, the body of `PUT /v2/scan`: an image or a directory. */
export const scanEventPayloadV2 = z.object({ ...common, EventSource: eventSource });

export type ScanEventPayload = z.output<typeof scanEventPayload>;
export type ScanEventPayloadV2 = z.output<typeof scanEventPayloadV2>;
