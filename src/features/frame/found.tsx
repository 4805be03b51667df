import { BookOpen, Layers } from 'lucide-react';
import type { PaletteGroup } from '@/components/layout/palette-items';
import { projectTitle } from '@/domain/identifiers/project-name';
import { foldForSearch } from '@/domain/list';
import type { ListedProduct } from '@/features/catalog/types';
import { categoryWord } from '@/features/catalog/words';
import { productHref } from '@/features/catalog/product/params';
import { KindMark } from '@/features/image/image-name';
import { imageHref } from '@/features/image/image-page-params';
import { referenceOf } from '@/features/image/image-reference';
import type { DashboardImage } from '@/features/image/image-types';
import { CodeHostMark } from '@/features/project/code-host-mark';
import { projectHref } from '@/features/project/project-page-params';
import { softwareHref } from '@/features/software/software-page-params';
import type { ListedSoftware } from '@/features/software/software-types';
import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';

/** Images as the palette lists them. */
export function foundImages(images: readonly DashboardImage[]): PaletteGroup {
  return {
    heading: 'Images',
    items: images.map((image) => ({
      id: image.id,
      label: referenceOf(image),
      detail: projectTitle(image.projectName).title,
      icon: <KindMark kind={image.kind} />,
      href: imageHref(image.id),
    })),
  };
}

/** The projects whose name holds the text. */
export function foundProjects(
  projects: Outputs['scanner']['projects'],
  text: string,
  limit: number,
): PaletteGroup {
  const wanted = foldForSearch(text);
  const found = projects.filter(({ name }) => foldForSearch(name).includes(wanted));
  return {
    heading: 'Projects',
    items: found.slice(0, limit).map(({ id, name, images }) => {
      const { host, title } = projectTitle(name);
      return {
        id,
        label: title,
        detail: countOf(images, 'image'),
        icon: <CodeHostMark host={host} />,
        href: projectHref(id),
      };
    }),
  };
}

/** Software as the palette lists it. */
export function foundSoftware(software: readonly ListedSoftware[]): PaletteGroup {
  return {
    heading: 'Software',
    items: software.map(({ id, productName, cycle, artifactType, images }) => ({
      id,
      label: `${productName} ${cycle}`,
      detail: `${artifactType}, ${countOf(images, 'image')}`,
      icon: <Layers aria-hidden />,
      href: softwareHref(id),
    })),
  };
}

/** Products of the catalogue as the palette lists them. */
export function foundProducts(products: readonly ListedProduct[]): PaletteGroup {
  return {
    heading: 'Catalogue',
    items: products.map(({ slug, name, category }) => ({
      id: slug,
      label: name,
      detail: categoryWord(category),
      icon: <BookOpen aria-hidden />,
      href: productHref(slug),
    })),
  };
}
