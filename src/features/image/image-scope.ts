import type { TableColumn } from '@/components/data-table/columns';
import { IMAGE_COLUMNS } from './columns';
import type { DashboardImage } from './image-types';
import { imagesHref, type ImagesParams } from './search-params';

/** A list of images: all that the organization has, or those of one project, on whose page it then is. */
export interface ImageScope {
  /** Null: of all projects. */
  readonly projectId: string | null;
  /** Under which the browser keeps the reader's columns. */
  readonly table: string;
  readonly columns: readonly TableColumn<DashboardImage>[];
  /** The address of the list in a state. */
  readonly hrefFor: (params: Partial<ImagesParams>) => string;
}

export const ALL_IMAGES: ImageScope = {
  projectId: null,
  table: 'images',
  columns: IMAGE_COLUMNS,
  hrefFor: imagesHref,
};

/** Of one project: all columns but the one that names it. */
export function imagesOfProject(projectId: string, hrefFor: ImageScope['hrefFor']): ImageScope {
  const columns = IMAGE_COLUMNS.filter(({ id }) => id !== 'project');
  return { projectId, table: 'project-images', columns, hrefFor };
}
