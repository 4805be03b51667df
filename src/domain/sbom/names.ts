/** The formats in which SBOMs are written, by the names that addresses give them. */
export const SBOM_FORMAT_NAMES = [
  'cyclonedx-1.6',
  'cyclonedx-1.7',
  'spdx-2.3',
  'spdx-3.0',
] as const;
export type SbomFormatName = (typeof SBOM_FORMAT_NAMES)[number];

/** The formats as people call them. */
export const SBOM_FORMAT_LABELS: Readonly<Record<SbomFormatName, string>> = {
  'cyclonedx-1.6': 'CycloneDX 1.6',
  'cyclonedx-1.7': 'CycloneDX 1.7',
  'spdx-2.3': 'SPDX 2.3',
  'spdx-3.0': 'SPDX 3.0',
};
