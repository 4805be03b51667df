import type { Day } from '@/domain/eol/calendar';
import { surpriseOf } from '@/domain/policy/surprise';
import { countOf } from '@/lib/numbers';

/** Images whose signature was not verified at their latest scan, among all. */
export type Unverified =
  /** Nobody asks. */
  | { readonly kind: 'none' }
  | { readonly kind: 'working' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'known'; readonly images: number; readonly all: number };

interface Signatures {
  readonly policy_type: string;
  readonly deny_date?: string | null | undefined;
}

/** Tells whether a policy on signatures denies today, and did not before it is written. */
export function beginsToDeny(after: Signatures | null, before: Signatures | null, today: Day) {
  return deniesOn(after, today) && !deniesOn(before, today);
}

function deniesOn(policy: Signatures | null, today: Day): boolean {
  const date = policy?.policy_type === 'NOTARY' ? policy.deny_date : null;
  return (date ?? null) !== null && String(date) <= today;
}

/** What then follows of builds. */
export const BUILDS_FAIL = 'Builds of images without a verified signature will fail.';

/** Says of how many images builds may fail over signatures: `12 images have no verified signature now`. */
export function unverifiedWords(unverified: Unverified): string {
  if (unverified.kind !== 'known') return 'How many images have no verified signature is not known';
  const { images, all } = unverified;
  if (all === 0) return 'No image counts yet';
  if (images === 0) return 'Every image has a verified signature now';
  return `${countOf(images, 'image')} ${images === 1 ? 'has' : 'have'} no verified signature now`;
}

/** What has to be typed before builds fail over signatures: the number of images, where they are many or nobody knows. */
export function wordToDeny(unverified: Unverified): string | undefined {
  if (unverified.kind === 'failed') return 'fail';
  if (unverified.kind !== 'known') return undefined;
  const { images, all } = unverified;
  const change = { newlyDenied: images, noLongerDenied: 0 };
  return surpriseOf(change, all) === null ? undefined : String(images);
}
