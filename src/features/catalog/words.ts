import { PRODUCT_CATEGORIES, type SupportLevel } from '@/domain/catalog/catalog';

export type Category = (typeof PRODUCT_CATEGORIES)[number];

const WORDS: Record<Category, string> = {
  os: 'Operating system',
  lang: 'Language',
  framework: 'Framework',
  'server-app': 'Server',
  database: 'Database',
  app: 'Application',
  service: 'Service',
  device: 'Device',
  standard: 'Standard',
};

export const CATEGORY_OPTIONS = PRODUCT_CATEGORIES.map((value) => ({ value, label: WORDS[value] }));

/** Names of the kinds of products; a kind that a source calls otherwise is shown as it is. */
export function categoryWord(category: string): string {
  return CATEGORY_OPTIONS.find(({ value }) => value === category)?.label ?? category;
}

/** Names of the levels of support. */
export const LEVEL_WORDS: Record<SupportLevel, string> = {
  ACTIVE_SUPPORT: 'Active support',
  STANDARD_SUPPORT: 'Standard support',
  EXTENDED_SUPPORT: 'Extended support',
};

/** Says what each of them brings. */
export const LEVEL_HINTS: Record<SupportLevel, string> = {
  ACTIVE_SUPPORT: 'new features and all fixes',
  STANDARD_SUPPORT: 'security fixes that cost nothing',
  EXTENDED_SUPPORT: 'security fixes that are paid for or come from elsewhere',
};

/** The names of the steps of a life cycle's bar. */
export const PHASE_NAMES = [
  LEVEL_WORDS.ACTIVE_SUPPORT,
  LEVEL_WORDS.STANDARD_SUPPORT,
  LEVEL_WORDS.EXTENDED_SUPPORT,
] as const;
