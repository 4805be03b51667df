import { changeOwnCatalog } from './catalog/change-own-catalog';
import { createCatalogSource } from './catalog/create-catalog-source';
import { deleteCatalogSource } from './catalog/delete-catalog-source';
import { deleteOwnProduct } from './catalog/delete-own-product';
import { deleteOwnIdentifier } from './catalog/delete-own-identifier';
import { getOwnCatalog, getOwnCatalogSchema } from './catalog/get-own-catalog';
import { listCatalogSources } from './catalog/list-catalog-sources';
import { listOwnIdentifiers } from './catalog/list-own-identifiers';
import { listOwnProducts } from './catalog/list-own-products';
import { previewCatalogSource } from './catalog/preview-catalog-source';
import { requestCatalogReading } from './catalog/request-catalog-reading';
import { saveOwnIdentifier } from './catalog/save-own-identifier';
import { saveOwnProduct } from './catalog/save-own-product';
import { updateCatalogSource } from './catalog/update-catalog-source';
import { deleteOwnSoftware } from './knowledge/delete-own-software';
import { getCoverage } from './knowledge/get-coverage';
import { listOwnSoftware } from './knowledge/list-own-software';
import { listUnknownPackages } from './knowledge/list-unknown-packages';
import { saveOwnSoftware } from './knowledge/save-own-software';

/** The procedures on products of an organization's own. */
export const ownCatalog = {
  list: listOwnProducts,
  save: saveOwnProduct,
  delete: deleteOwnProduct,
  file: getOwnCatalog,
  schema: getOwnCatalogSchema,
  change: changeOwnCatalog,
  identifiers: listOwnIdentifiers,
  saveIdentifier: saveOwnIdentifier,
  deleteIdentifier: deleteOwnIdentifier,
  sources: listCatalogSources,
  createSource: createCatalogSource,
  updateSource: updateCatalogSource,
  deleteSource: deleteCatalogSource,
  previewSource: previewCatalogSource,
  readSource: requestCatalogReading,
};

/** The procedures on how well what is held is known. */
export const knowledge = {
  coverage: getCoverage,
  unknown: listUnknownPackages,
  ownSoftware: listOwnSoftware,
  saveOwnSoftware,
  deleteOwnSoftware,
};
