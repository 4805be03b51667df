import type { MDXComponents } from 'mdx/types';
import { DOCS_ELEMENTS } from '@/features/docs/elements';

/** Tells `@next/mdx` what Markdown is drawn with. */
export function useMDXComponents(): MDXComponents {
  return DOCS_ELEMENTS;
}
