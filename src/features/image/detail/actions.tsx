'use client';

import dynamic from 'next/dynamic';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuLabel } from '@/components/ui/dropdown-menu';
import { SBOM_FORMAT_LABELS, SBOM_FORMAT_NAMES } from '@/domain/sbom/names';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import type { ImageDetail } from '../query';

// Few may delete, and seldom do.
const DeleteImage = dynamic(() => import('./dialog').then((module) => module.DeleteImage));

/** A button to remove the image, for those who may. */
export function RemoveImage({ image }: { image: ImageDetail }) {
  return useMay('project:delete') && <DeleteImage image={image} />;
}

/** Offers all that the image holds as a file, in any format, with what is known of each package's support. */
export function DownloadSbom({ imageTagId }: { imageTagId: string }) {
  return (
    <DropdownMenu
      trigger={
        <Button>
          <Download aria-hidden />
          SBOM
        </Button>
      }
    >
      <MenuLabel>With dates of support</MenuLabel>
      {SBOM_FORMAT_NAMES.map((format) => (
        <MenuItem key={format} asChild>
          <a href={hrefs.exports.imageSbom(imageTagId, format)} download>
            {SBOM_FORMAT_LABELS[format]}
          </a>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
