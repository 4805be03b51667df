import { createElement } from 'react';
import { exportPicture, type ExportFormat } from '@/components/charts/picture-file';
import type { Picture } from './types';
import { pictureHeight, TimelinePicture } from './view';

/** Downloads a picture of the timeline as a file. */
export async function exportTimeline(
  picture: Picture,
  file: { readonly name: string; readonly format: ExportFormat },
): Promise<void> {
  const { widthPx } = picture;
  const element = createElement(TimelinePicture, picture);
  await exportPicture({ element, widthPx, heightPx: pictureHeight(picture) }, file);
}
