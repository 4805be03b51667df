import { accounts } from './accounts';
import { billing } from './billing';
import { catalog } from './catalog';
import { continuousIntegration } from './continuous-integration';
import { dataPipeline } from './data-pipeline';
import { dataStoreImages } from './data-stores';
import { legacyPortal } from './legacy-portal';
import { ingress, observability } from './platform';
import type { SeedProject } from './scenario';
import { shop } from './shop';
import { loyalty, marketingSite, recommendations, unassigned } from './small-projects';
import { warehouse } from './warehouse';

/** The whole organization. */
export const projects: readonly SeedProject[] = [
  shop,
  billing,
  accounts,
  catalog,
  marketingSite,
  recommendations,
  legacyPortal,
  warehouse,
  dataPipeline,
  ingress,
  observability,
  dataStoreImages,
  continuousIntegration,
  unassigned,
  loyalty,
];
