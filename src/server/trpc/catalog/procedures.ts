import { clearOverride } from './clear-override';
import { deleteOwnProduct } from './delete-own-product';
import { getProduct } from './get-product';
import { getProductPage } from './get-product-page';
import { getStatus } from './get-status';
import { listDashboardProducts } from './list-dashboard-products';
import { listDateChanges } from './list-date-changes';
import { listHolders } from './list-holders';
import { listOverlays } from './list-overlays';
import { saveOwnProduct } from './save-own-product';
import { searchProducts } from './search-products';
import { setOverride } from './set-override';

/** What REST serves. */
export const catalogRest = {
  status: getStatus,
  products: searchProducts,
  product: getProduct,
};

/** What only the dashboard needs. */
export const catalogDashboard = {
  listForDashboard: listDashboardProducts,
  page: getProductPage,
  holders: listHolders,
  dateChanges: listDateChanges,
  overlays: listOverlays,
  setOverride,
  clearOverride,
  saveOwnProduct,
  deleteOwnProduct,
};
