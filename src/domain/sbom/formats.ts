import { cycloneDx } from './cyclonedx';
import type { SbomFormat } from './document';
import { SPDX_2 } from './spdx';
import { SPDX_3 } from './spdx3';

/** The formats in which SBOMs are written, by the names that addresses give them. */
export const SBOM_FORMAT_NAMES = [
  'cyclonedx-1.6',
  'cyclonedx-1.7',
  'spdx-2.3',
  'spdx-3.0',
] as const;
export type SbomFormatName = (typeof SBOM_FORMAT_NAMES)[number];

export const WRITTEN_FORMATS: Readonly<Record<SbomFormatName, SbomFormat>> = {
  'cyclonedx-1.6': cycloneDx('1.6'),
  'cyclonedx-1.7': cycloneDx('1.7'),
  'spdx-2.3': SPDX_2,
  'spdx-3.0': SPDX_3,
};

/** The formats as people call them. */
export const WRITTEN_FORMAT_LABELS: Readonly<Record<SbomFormatName, string>> = {
  'cyclonedx-1.6': 'CycloneDX 1.6',
  'cyclonedx-1.7': 'CycloneDX 1.7',
  'spdx-2.3': 'SPDX 2.3',
  'spdx-3.0': 'SPDX 3.0',
};
