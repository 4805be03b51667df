import { changeOwnCatalog } from './catalog/change-own-catalog';
import { deleteOwnProduct } from './catalog/delete-own-product';
import { getOwnCatalog, getOwnCatalogSchema } from './catalog/get-own-catalog';
import { listOwnProducts } from './catalog/list-own-products';
import { saveOwnProduct } from './catalog/save-own-product';

/** The procedures on products of an organization's own. */
export const ownCatalog = {
  list: listOwnProducts,
  save: saveOwnProduct,
  delete: deleteOwnProduct,
  file: getOwnCatalog,
  schema: getOwnCatalogSchema,
  change: changeOwnCatalog,
};
