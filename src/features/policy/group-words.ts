import type { PolicyGroup } from './search-params';

/** How policies are called by what they are about. */
export const GROUP_WORDS: Record<
  PolicyGroup,
  { readonly short: string; readonly title: string; readonly order: string }
> = {
  software: {
    short: 'Products',
    title: 'About one product',
    order: 'These decide first, the newest before older ones.',
  },
  project: {
    short: 'Projects',
    title: 'About one project',
    order: 'These decide where none above has anything to say yet.',
  },
  global: {
    short: 'Everything',
    title: 'About everything',
    order: 'These decide last, where none above has anything to say yet.',
  },
  notary: {
    short: 'Signatures',
    title: 'About signatures',
    order: 'Scanners check signatures themselves, apart from ends of life.',
  },
};
