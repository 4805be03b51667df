'use client';

import dynamic from 'next/dynamic';
import { useMay } from '@/features/frame/reader';
import type { ImageDetail } from '../query';

// Few may delete, and seldom do.
const DeleteImage = dynamic(() => import('./dialog').then((module) => module.DeleteImage));

/** A button to remove the image, for those who may. */
export function RemoveImage({ image }: { image: ImageDetail }) {
  return useMay('project:delete') && <DeleteImage image={image} />;
}
