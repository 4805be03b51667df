import type { Advice } from '@/domain/advice/advice';
import { markOf } from '@/server/coverage/dto';
import type { CountedSoftwareRow, HeldSoftwareRow } from './repository/found';

/** Makes the contract's `SoftwareFirst`. */
export function toSoftwareFirst(row: HeldSoftwareRow, advice: Advice | null) {
  return {
    lts: row.lts,
    eolDate: row.eolOn,
    ...(row.estimatedFrom !== null && { estimatedFrom: row.estimatedFrom }),
    evidence: row.evidence,
    ...markOf(row.support),
    productName: row.productName,
    artifactType: row.artifactType,
    productCycle: row.cycle,
    productPermalink: row.productPermalink,
    projects: row.projects,
    advice,
  };
}

/** Makes an entry of the scanner's list. */
export function toScannerSoftware(row: CountedSoftwareRow) {
  return {
    product_name: row.productName,
    product_permalink: row.productPermalink,
    release_cycle: row.cycle,
    eol_date: row.eolOn,
    ...(row.estimatedFrom !== null && { estimated_from: row.estimatedFrom }),
    evidence: row.evidence,
    ...markOf(row.support),
    lts: row.lts,
    artifact_type: row.artifactType,
    images: row.images,
  };
}
