/** So many images may be denied, or let pass, anew by one press. */
const FEW_IMAGES = 10;
/** And such a part of all images. */
const SMALL_PART = 0.05;

/** What a change does to what is denied, in images. */
export interface DenialChange {
  /** Denied by the change alone. */
  readonly newlyDenied: number;
  /** Denied today, and with the change no more. */
  readonly noLongerDenied: number;
}

export const SURPRISES = ['fails', 'passes'] as const;
/** So many builds begin to fail (`fails`), or stop failing (`passes`), that one press should not do it. */
export type Surprise = (typeof SURPRISES)[number];

/** Finds what of a change one press should not do; null: nothing. Where it is both, that builds fail. */
export function surpriseOf(change: DenialChange, images: number): Surprise | null {
  if (areMany(change.newlyDenied, images)) return 'fails';
  return areMany(change.noLongerDenied, images) ? 'passes' : null;
}

function areMany(changed: number, images: number): boolean {
  return changed > FEW_IMAGES || changed > images * SMALL_PART;
}
