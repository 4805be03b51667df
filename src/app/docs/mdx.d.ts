declare module '*.mdx' {
  import type { DocsSection } from '@/features/docs/sections';

  /** Made from the headings by `remark-sections.mjs`. */
  export const sections: readonly DocsSection[];
}
