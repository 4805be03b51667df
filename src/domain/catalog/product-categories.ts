/** What kinds of product there are. Of a source's others nothing is assumed. */
export const PRODUCT_CATEGORIES = [
  'os',
  'lang',
  'framework',
  'server-app',
  'database',
  'app',
  'service',
  'device',
  'standard',
] as const;
