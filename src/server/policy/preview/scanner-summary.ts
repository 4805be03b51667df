import type { Day } from '@/domain/eol/calendar';
import {
  unseenDifference,
  type DifferenceReason,
  type ScannerDifference,
} from '@/domain/policy/scanner-rules';
import type { HiddenDenial, HiddenDenials } from './hidden-denials';
import { firstRows } from './list';
import type { JudgedSoftware } from './software-judge';

/** Where a stock scanner that reads these policies will decide otherwise than this service; hidden denials first. */
export function summarizeScannerDifferences(
  judged: readonly JudgedSoftware[],
  hiddenDenials: HiddenDenials,
  today: Day,
) {
  const { total, items } = firstRows([...hiddenDenials.all(), ...judged.flatMap(differencesOf)]);
  return {
    total,
    items: items.map((row) =>
      'deniedCycles' in row ? toHidingDifference(row, today) : toCycleDifference(row),
    ),
  };
}

/** What a stock scanner does otherwise, as people read it. */
interface ShownDifference extends ScannerDifference {
  readonly projectName: string | null;
  readonly productName: string;
  /** Null: whatever type the product was found as. */
  readonly artifactType: string | null;
  readonly cycles: string[];
  readonly message: string;
  readonly images: number;
}

/** Software of which a scanner decides otherwise, in some images that hold it. */
interface DifferentSoftware {
  readonly judged: JudgedSoftware;
  readonly difference: ScannerDifference;
  readonly images: number;
}

/** Where a scanner finds the software it may decide otherwise, where it does not it knows nothing to decide. */
function differencesOf(judged: JudgedSoftware): DifferentSoftware[] {
  const { difference, images, unseenImages, daysAfter } = judged;
  const seenImages = images - unseenImages;
  const different: DifferentSoftware[] = [];
  if (difference && seenImages > 0) different.push({ judged, difference, images: seenImages });
  const unseen = unseenImages > 0 ? unseenDifference(daysAfter) : null;
  if (unseen) different.push({ judged, difference: unseen, images: unseenImages });
  return different;
}

function toHidingDifference(
  { denied, deniedCycles, warnedCycles, images }: HiddenDenial,
  today: Day,
): ShownDifference {
  const warned = warnedCycles.join(', ');
  const difference: ScannerDifference = {
    on: today,
    ours: 'DENY',
    scanner: 'WARN',
    reason: 'one_result_a_product',
  };
  return {
    projectName: denied.project?.name ?? null,
    productName: denied.software.productName,
    artifactType: null,
    cycles: [...deniedCycles],
    ...difference,
    message: `A scanner gives one result for each product: a warning on ${warned} may stand in for the denial of ${deniedCycles.join(', ')}.`,
    images,
  };
}

function toCycleDifference({ judged, difference, images }: DifferentSoftware): ShownDifference {
  const { software, project } = judged;
  return {
    projectName: project?.name ?? null,
    productName: software.productName,
    artifactType: software.artifactType,
    cycles: [software.cycle],
    ...difference,
    message: MESSAGES[difference.reason](software.scannerEolOn),
    images,
  };
}

const MESSAGES = {
  ended_flag: () =>
    'A scanner reports this cycle as ended without a day, and only ever warns of such a cycle.',
  unknown_end: () => 'A scanner takes an unknown end of life for one long ago.',
  other_date: (scannerEolOn) =>
    scannerEolOn === null
      ? 'A scanner does not know the end of life that counts here.'
      : `A scanner goes by its own end of life, ${scannerEolOn}.`,
  one_result_a_product: () => 'A scanner gives one result for each product.',
  not_found_by_scanner: () =>
    'A scanner does not find this: it is the catalogue’s match, which only this service judges.',
} as const satisfies Record<DifferenceReason, (scannerEolOn: Day | null) => string>;
