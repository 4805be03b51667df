import { drawPng } from './png';
import { readPalette } from './palette';
import type { Picture } from './picture';
import { timelineSvg } from './timeline-svg';

export type ExportFormat = 'svg' | 'png';

/** Makes a file of the timeline and hands it to the browser. Returns pixels per pixel of the SVG: 1 for an SVG. */
export async function exportPicture(
  picture: Omit<Picture, 'palette'>,
  format: ExportFormat,
): Promise<number> {
  const file = timelineSvg({ ...picture, palette: readPalette() });
  const name = fileName(picture, format);
  if (format === 'svg') {
    download(new Blob([file.markup], { type: 'image/svg+xml' }), name);
    return 1;
  }
  const { blob, scale } = await drawPng(file);
  download(blob, name);
  return scale;
}

/** `timeline-acme-2026-11-21.svg`: letters that every file system takes. */
export function fileName(
  { organization, today }: Pick<Picture, 'organization' | 'today'>,
  format: ExportFormat,
): string {
  const of = organization
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return ['timeline', of, today].filter(Boolean).join('-') + `.${format}`;
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this; a minute is long enough for any disk.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
