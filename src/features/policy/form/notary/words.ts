import type { SignatureRisk } from '@/domain/policy/signature-risk';
import { surpriseOf } from '@/domain/policy/surprise';
import { countOf } from '@/lib/numbers';

/** Images of which builds may begin to fail over signatures, among all. */
export type AtRisk =
  /** Nobody asks. */
  | { readonly kind: 'none' }
  | { readonly kind: 'working' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'known'; readonly images: number; readonly all: number };

/** The question before builds may fail. */
export function riskTitle(risk: SignatureRisk): string {
  return risk === 'unverified'
    ? 'Let builds fail from now on?'
    : 'Hold signatures to other rules from now on?';
}

/** What then follows of builds. */
export function riskSequel(risk: SignatureRisk): string {
  return risk === 'unverified'
    ? 'Builds of images without a verified signature will fail.'
    : 'The next builds are checked by the new rules, and those that do not meet them fail. Which ones is known only once they are scanned again.';
}

/** Says how many images that concerns: `12 images have no verified signature now`. */
export function riskWords(risk: SignatureRisk, atRisk: AtRisk): string {
  if (atRisk.kind !== 'known') return `How many images ${LACKING[risk]} is not known`;
  const { images, all } = atRisk;
  if (all === 0) return 'No image counts yet';
  if (images === 0)
    return risk === 'unverified'
      ? 'Every image has a verified signature now'
      : 'No image has a verified signature now';
  return `${countOf(images, 'image')} ${images === 1 ? ONE[risk] : MANY[risk]}`;
}

const MANY = {
  unverified: 'have no verified signature now',
  verified: 'have a verified signature now, and may lose it',
  all: 'may pass now and fail then',
} as const satisfies Record<SignatureRisk, string>;

const ONE = {
  unverified: 'has no verified signature now',
  verified: 'has a verified signature now, and may lose it',
  all: 'may pass now and fail then',
} as const satisfies Record<SignatureRisk, string>;

const LACKING = {
  unverified: 'have no verified signature',
  verified: 'have a verified signature',
  all: 'may fail',
} as const satisfies Record<SignatureRisk, string>;

/** What has to be typed before builds fail over signatures: the number of images, where they are many or nobody knows. */
export function wordToDeny(atRisk: AtRisk): string | undefined {
  if (atRisk.kind === 'failed') return 'fail';
  if (atRisk.kind !== 'known') return undefined;
  const { images, all } = atRisk;
  const change = { newlyDenied: images, noLongerDenied: 0 };
  return surpriseOf(change, all) === null ? undefined : String(images);
}
