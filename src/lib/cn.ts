import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** Our own font sizes, which would pass for colours otherwise: `text-base` with `text-muted`. */
const merge = extendTailwindMerge({
  extend: { theme: { text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl'] } },
});

/** Joins class names; where two set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
