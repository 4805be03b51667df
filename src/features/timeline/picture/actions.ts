import { createElement } from 'react';
import { exportPicture, type ExportFormat } from '@/components/charts/picture-file';
import type { Picture } from './types';
import { pictureHeight, TimelinePicture } from './view';

/** Downloads a picture of the timeline as a file. */
export async function exportTimeline(
  picture: Picture,
  file: { readonly name: string; readonly format: ExportFormat },
): Promise<void> {
  const { magnified } = picture;
  const element = createElement(TimelinePicture, picture);
  const [widthPx, heightPx] = [picture.widthPx * magnified, pictureHeight(picture) * magnified];
  await exportPicture({ element, widthPx, heightPx }, file);
}
