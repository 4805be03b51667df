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
  Sbom: z.string().nullish().meta({
    description: 'Base64 of a CycloneDX, SPDX or Syft JSON document',
    example: 'eyJib21Gb3JtYXQiOiJDeWNsb25lRFgifQ==',
  }),
};

/**
 * `ScanEventPayload`, the body of `PUT /v1/scan`, after the body filter. As lenient as real scanners need:
 * unknown keys are ignored, null lists are empty, unknown dates are null.
 */
export const scanEventPayload = z
  .object({
    ...common,
    ImageName: nameText.meta({ example: 'registry.example.com/acme/shop:2.4.1' }),
    ImageDigest: nameText.nullish().meta({
      example: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
  })
  .meta({ title: 'ScanEventPayload' });

/** `ScanEventPayloadV2`, the body of `PUT /v2/scan`: an image or a directory. */
export const scanEventPayloadV2 = z
  .object({ ...common, EventSource: eventSource })
  .meta({ title: 'ScanEventPayloadV2' });

export type ScanEventPayload = z.output<typeof scanEventPayload>;
export type ScanEventPayloadV2 = z.output<typeof scanEventPayloadV2>;
