import { BUILD_PURLS } from './component-table-build-purls';
import { CPES } from './component-table-cpes';
import { DISTRIBUTION_PURLS } from './component-table-distribution-purls';
import type { TableEntry } from './component-table-entry';
import { HABITS } from './component-table-habits';
import { IMAGE_PURLS } from './component-table-image-purls';
import { NAMES } from './component-table-names';
import { SCANNED } from './component-table-scanned';
import { WEB_PURLS } from './component-table-web-purls';

/**
 * Components as they come, each with its right answer by the starter catalogue. The answers were found by
 * reasoning about what the vendors publish; where the code disagrees, the code is wrong until a vendor's page
 * says otherwise.
 */
export const COMPONENT_TABLE: readonly TableEntry[] = [
  ...WEB_PURLS,
  ...BUILD_PURLS,
  ...DISTRIBUTION_PURLS,
  ...IMAGE_PURLS,
  ...CPES,
  ...NAMES,
  ...SCANNED,
  ...HABITS,
];
