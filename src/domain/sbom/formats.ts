import { cycloneDx } from './cyclonedx';
import type { SbomFormat } from './document';
import type { SbomFormatName } from './names';
import { SPDX_2 } from './spdx';
import { SPDX_3 } from './spdx3';

/** How SBOMs are written, by format. */
export const WRITTEN_FORMATS: Readonly<Record<SbomFormatName, SbomFormat>> = {
  'cyclonedx-1.6': cycloneDx('1.6'),
  'cyclonedx-1.7': cycloneDx('1.7'),
  'spdx-2.3': SPDX_2,
  'spdx-3.0': SPDX_3,
};
