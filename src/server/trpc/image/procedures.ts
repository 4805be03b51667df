import { getImage } from './get-image';
import { listDashboardImages } from './list-dashboard-images';
import { listImageComponents } from './list-image-components';
import { listImageFindings } from './list-image-findings';
import { listImageScans } from './list-image-scans';
import { listImageSoftware } from './list-image-software';
import { listImages } from './list-images';
import { listLabels } from './list-labels';

/** What REST serves. */
export const imageRest = {
  list: listImages,
  software: listImageSoftware,
  labels: listLabels,
};

/** What only the dashboard needs. */
export const imageDashboard = {
  listForDashboard: listDashboardImages,
  get: getImage,
  findings: listImageFindings,
  components: listImageComponents,
  scans: listImageScans,
};
