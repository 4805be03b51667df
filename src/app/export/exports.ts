import { loadImagePageParams, toPackagesQuery } from '@/features/image/image-page-params';
import { loadImagesParams, toImagesQuery } from '@/features/image/search-params';
import { imageComponentsExport } from '@/server/component/export';
import { exportRoute, type ExportRoute } from '@/server/export/export-route';
import { imageFindingsExport } from '@/server/finding/export';
import { imagesExport } from '@/server/image/export';

/** Every list that can be exported, each read from its address as its page reads it. */
export const EXPORTS: readonly ExportRoute[] = [
  exportRoute('/images.csv', imagesExport, ({ search }) => toImagesQuery(loadImagesParams(search))),
  exportRoute('/images/{id}/software.csv', imageFindingsExport, ({ id, search }) => ({
    imageTagId: id,
    state: loadImagePageParams(search).state,
  })),
  exportRoute('/images/{id}/packages.csv', imageComponentsExport, ({ id, search }) =>
    toPackagesQuery(id, loadImagePageParams(search)),
  ),
];
