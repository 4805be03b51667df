import type { Day } from '@/domain/eol/calendar';

/** SPDX 3.0, `SupportType`. */
export const CARRIED_SUPPORT_LEVELS = [
  'development',
  'support',
  'deployed',
  'limitedSupport',
  'endOfSupport',
  'noSupport',
] as const;
export type CarriedSupportLevel = (typeof CARRIED_SUPPORT_LEVELS)[number];

/** Support dates inside a document: the word of who wrote it, not of the catalog. */
export interface CarriedLifecycle {
  /** CycloneDX `generalAvailability`, SPDX `releaseDate` and `releaseTime`. */
  readonly releasedOn: Day | null;
  /** CycloneDX `endOfDevelopment`. */
  readonly developmentEndsOn: Day | null;
  /** CycloneDX `endOfGuaranteedSupport`. */
  readonly guaranteedSupportEndsOn: Day | null;
  /** End of life: CycloneDX `endOfSupport`, SPDX `validUntilDate` and `validUntilTime`, Syft `supportEnd`. */
  readonly eolOn: Day | null;
  /** Syft `extendedSupport` is no date and not read; CycloneDX `endOfLife` is the end of sale, not of support. */
  readonly saleEndsOn: Day | null;
  readonly supportLevel: CarriedSupportLevel | null;
  /** The name that the document gives the end of support, or what it says in its place: `validUntilDate`. */
  readonly source: string;
}

/** Levels of support of what has ended, on a day that the document does not say. */
const ENDED: ReadonlySet<CarriedSupportLevel | null> = new Set(['endOfSupport', 'noSupport']);

/** Whether a level of support says that it has ended. */
export function isEndedLevel(level: CarriedSupportLevel | null): boolean {
  return ENDED.has(level);
}

/** Whether an end of support is said at all, with its day or without. */
export function saysAnEnd({ eolOn, supportLevel }: CarriedLifecycle): boolean {
  return eolOn !== null || isEndedLevel(supportLevel);
}

/** The texts that tell one lifecycle from another, with a name before each that is known. */
export function carriedTexts({
  releasedOn,
  developmentEndsOn,
  guaranteedSupportEndsOn,
  eolOn,
  saleEndsOn,
  supportLevel,
  source,
}: CarriedLifecycle): string[] {
  const all = [
    releasedOn,
    developmentEndsOn,
    guaranteedSupportEndsOn,
    eolOn,
    saleEndsOn,
    supportLevel,
  ];
  return ['carried', ...all.map((text) => text ?? ''), source];
}
