import { PRODUCT_CATEGORIES } from './catalog';

export type Category = (typeof PRODUCT_CATEGORIES)[number];

const WORDS: Readonly<Record<Category, string>> = {
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

/** The kinds of product as choices. */
export const CATEGORY_OPTIONS = PRODUCT_CATEGORIES.map((value) => ({ value, label: WORDS[value] }));

/** Names of the kinds of products; a kind that a source calls otherwise is shown as it is. */
export function categoryWord(category: string): string {
  return CATEGORY_OPTIONS.find(({ value }) => value === category)?.label ?? category;
}
