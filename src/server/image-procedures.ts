import { listImageComponents } from './component/list-image-components';
import { listImagePackages } from './component/list-image-packages';
import { getImageDifference } from './difference/get-image-difference';
import { getPastImage } from './finding/get-past-image';
import { listImageFindings } from './finding/list-image-findings';
import { listImageSoftware } from './finding/list-image-software';
import { getImageStates } from './image/get-image-states';
import { deleteImage } from './image/delete-image';
import { getImage } from './image/get-image';
import { listDashboardImages } from './image/list-dashboard-images';
import { listImages } from './image/list-images';
import { listLabels } from './image/list-labels';
import { getImageSbom } from './sbom/get-image-sbom';
import { listImageScans } from './scan/list-image-scans';

/** The procedures on images that REST serves. */
export const image = {
  list: listImages,
  software: listImageSoftware,
  packages: listImagePackages,
  labels: listLabels,
  difference: getImageDifference,
  sbom: getImageSbom,
  delete: deleteImage,
};

/** Those that only their pages need. */
export const imagePage = {
  listForDashboard: listDashboardImages,
  states: getImageStates,
  get: getImage,
  getPast: getPastImage,
  findings: listImageFindings,
  components: listImageComponents,
  scans: listImageScans,
};
