import type { Day } from '@/domain/eol/calendar';
import type { PolicyAction } from '@/domain/policy/policy';
import type { PolicySet } from '@/domain/policy/policy-set';
import type { DifferenceReason } from '@/domain/policy/scanner-rules';
import type { JudgedSoftware } from './judge-software';
import { countImagesWithBoth } from './queries';
import {
  differencesByCycle,
  hidingPairs,
  softwareOfPairs,
  type DifferingSoftware,
  type HidingPair,
} from './scanner-differences';
import { imagesByPlace, MAX_PREVIEW_ROWS, placeOf, type PreviewView } from './view';

interface ScannerDifferencePreview {
  readonly projectName: string | null;
  readonly productName: string;
  readonly cycles: string[];
  /** From this day on. */
  readonly on: Day;
  readonly ours: PolicyAction;
  readonly scanner: PolicyAction;
  readonly reason: DifferenceReason;
  readonly message: string;
  /** Image tags that it concerns; null when they are not counted. */
  readonly images: number | null;
}

/** Where a stock scanner that reads these policies will decide otherwise than this service. */
export async function summarizeScannerDifferences(view: PreviewView, policies: PolicySet) {
  const byCycle = byProductCycle(differencesByCycle(view.judged, view.today));
  const pairs = hidingPairs(view.judged, policies, view.today);
  const shownPairs = await pairsInImages(view, pairs.slice(0, MAX_PREVIEW_ROWS));
  const images = imagesByPlace(view);
  const items = [
    ...shownPairs,
    ...byCycle.map((differing) => toCycleDifference(differing, images)),
  ];
  return { total: items.length, items: items.slice(0, MAX_PREVIEW_ROWS) };
}

async function pairsInImages(
  { db, organizationId, projects, today }: PreviewView,
  pairs: readonly HidingPair[],
): Promise<ScannerDifferencePreview[]> {
  if (pairs.length === 0) return [];
  const counted = await countImagesWithBoth(organizationId, db, projects, softwareOfPairs(pairs));
  return counted.flatMap(({ pair, images }) => {
    const hiding = pairs[pair];
    return hiding ? [toHidingDifference(hiding, images, today)] : [];
  });
}

function toHidingDifference(
  { denied, warned }: HidingPair,
  images: number,
  today: Day,
): ScannerDifferencePreview {
  const [first] = denied;
  const cycles = namesOf(denied);
  return {
    projectName: first?.project?.name ?? null,
    productName: first?.software.productName ?? '',
    cycles,
    on: today,
    ours: 'DENY',
    scanner: 'WARN',
    reason: 'one_result_a_product',
    message: `A scanner gives one result for each product: a warning on ${namesOf(warned).join(', ')} may stand in for the denial of ${cycles.join(', ')}.`,
    images,
  };
}

const namesOf = (software: readonly JudgedSoftware[]): string[] => [
  ...new Set(software.map((judged) => judged.software.cycle)),
];

/** The artifact types of a cycle differ alike. */
function byProductCycle(differing: readonly DifferingSoftware[]): DifferingSoftware[] {
  const cycles = new Map<string, DifferingSoftware>();
  for (const one of differing) {
    const { set, software } = one.judged;
    const key = JSON.stringify([set, software.productName, software.cycle]);
    if (!cycles.has(key)) cycles.set(key, one);
  }
  return [...cycles.values()];
}

function toCycleDifference(
  { judged, difference }: DifferingSoftware,
  images: ReadonlyMap<string, number>,
): ScannerDifferencePreview {
  const { software, project, set } = judged;
  return {
    projectName: project?.name ?? null,
    productName: software.productName,
    cycles: [software.cycle],
    ...difference,
    message: MESSAGES[difference.reason](software.scannerEolOn),
    images: images.get(placeOf(set, software.id)) ?? null,
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
} as const satisfies Record<DifferenceReason, (scannerEolOn: Day | null) => string>;
