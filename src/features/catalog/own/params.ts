import { createLoader, parseAsString } from 'nuqs/server';

/** What the address of the form for a new product may say of it. */
export const loadNewProduct = /* @__PURE__ */ createLoader({
  name: parseAsString,
  purl: parseAsString,
  cpe: parseAsString,
});
