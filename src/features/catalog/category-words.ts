import { PRODUCT_CATEGORIES } from '@/domain/catalog/product-categories';

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

/** What kind of product it is; what a source calls otherwise is shown as it is. */
export function categoryWord(category: string): string {
  return CATEGORY_OPTIONS.find(({ value }) => value === category)?.label ?? category;
}
