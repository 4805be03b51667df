/** So many images may be denied anew by one press. */
const FEW_IMAGES = 10;
/** And such a part of all images. */
const SMALL_PART = 0.05;

/** Tells whether a change denies so many more images that one press should not do it. */
export function isSurprise(newlyDenied: number, images: number): boolean {
  return newlyDenied > FEW_IMAGES || newlyDenied > images * SMALL_PART;
}
