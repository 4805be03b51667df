import { BookOpen, Boxes, Layers, ListChecks, Search, Users } from 'lucide-react';
import type { PaletteGroup, PaletteItem } from '@/components/layout/palette-state';
import { STATUS_LABELS } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { projectTitle } from '@/domain/identifiers/project-name';
import { categoryWord } from '@/domain/catalog/categories';
import { searchQuestion } from '@/domain/search/question';
import { hrefs } from '@/features/hrefs';
import { imagesHref } from '@/features/image/params';
import { KindMark, referenceOf } from '@/features/names/image';
import { CodeHostMark } from '@/features/names/project';
import { softwareListHref } from '@/features/software/params';
import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';

type Things = Outputs['search']['things'];

/**
 * Lists what a search found by its kind, with ways to the whole lists: what the organization has, and what the catalog knows.
 * @param text what was looked for
 */
export function foundThings(
  things: Things,
  text: string,
): { readonly held: readonly PaletteGroup[]; readonly products: PaletteGroup } {
  const { software, images, projects, teams, clusters, products, place } = things;
  const held = [
    {
      heading: 'Software',
      items: [...software.map(softwareItem), ...softwareLists(things, text)],
    },
    {
      heading: place === null ? 'Images' : `Images in “${place}”`,
      items: [...images.map(imageItem), ...allImages(things, text)],
    },
    { heading: 'Projects', items: projects.map(projectItem) },
    { heading: 'Teams', items: teams.map(teamItem) },
    { heading: 'Clusters', items: clusters.map(clusterItem) },
  ];
  return { held, products: { heading: 'Catalog', items: products.map(productItem) } };
}

/**
 * Says that a place was found and none of the software that was looked for there; null where nothing is to be said.
 * @param text what was looked for
 */
export function missingInPlace(
  { software, images, place }: Pick<Things, 'software' | 'images' | 'place'>,
  text: string,
): string | null {
  if (place === null || software.length > 0 || images.length > 0) return null;
  return `Nothing called “${softwareIn(text)}” is in “${place}”.`;
}

function softwareItem(software: Things['software'][number]): PaletteItem {
  const { id, productName, cycle, artifactType, state, isCovered, images } = software;
  const ends = `${STATUS_LABELS[state]}${isCovered ? ', by contract' : ''}`;
  return {
    id,
    label: `${productName} ${cycle}`,
    detail: `${artifactType}, ${ends}, ${countOf(images, 'image')}`,
    // Not the item's own mark, which is grey.
    icon: (
      <span className="flex">
        <StatusMark status={state} />
      </span>
    ),
    href: hrefs.software(id),
  };
}

/** The words that are looked for, without the place. */
function softwareIn(text: string): string {
  return searchQuestion(text).words.join(' ');
}

/** The ways to the lists that hold all of it, where the palette shows a part: of the software, and of the places that it is in. */
function softwareLists({ software, images, place }: Things, text: string): PaletteItem[] {
  if (missingInPlace({ software, images, place }, text) !== null) {
    const elsewhere = softwareIn(text);
    return [
      {
        id: 'elsewhere',
        label: `Look for “${elsewhere}” everywhere`,
        icon: <ListChecks aria-hidden />,
        href: hrefs.findings({ q: elsewhere }),
      },
    ];
  }
  if (software.length === 0) return [];
  return [
    {
      id: 'all-software',
      label: `All software matching “${text}”`,
      icon: <Layers aria-hidden />,
      href: softwareListHref({ q: text }),
    },
    {
      id: 'all-findings',
      label: `Where “${text}” is found, and who owns it`,
      icon: <ListChecks aria-hidden />,
      href: hrefs.findings({ q: text }),
    },
  ];
}

/** The same of images, which the list finds by their names alone. */
function allImages({ images, place }: Things, text: string): PaletteItem[] {
  if (images.length === 0 || place !== null) return [];
  return [
    {
      id: 'all-images',
      label: `All images matching “${text}”`,
      icon: <Search aria-hidden />,
      href: imagesHref({ q: text }),
    },
  ];
}

function imageItem(image: Things['images'][number]): PaletteItem {
  return {
    id: image.id,
    label: referenceOf(image),
    detail: `${projectTitle(image.projectName).title}${image.isRetired ? ', retired' : ''}`,
    icon: <KindMark kind={image.kind} />,
    href: hrefs.image(image.id),
  };
}

function projectItem({ id, name, images }: Things['projects'][number]): PaletteItem {
  const { host, title } = projectTitle(name);
  return {
    id,
    label: title,
    detail: countOf(images, 'image'),
    icon: <CodeHostMark host={host} />,
    href: hrefs.project(id),
  };
}

function teamItem({ id, name, projects }: Things['teams'][number]): PaletteItem {
  return {
    id,
    label: name,
    detail: countOf(projects, 'project'),
    icon: <Users aria-hidden />,
    href: hrefs.team(id),
  };
}

function clusterItem({ id, name, containers }: Things['clusters'][number]): PaletteItem {
  return {
    id,
    label: name,
    detail: countOf(containers, 'container'),
    icon: <Boxes aria-hidden />,
    href: hrefs.cluster(id),
  };
}

function productItem({ slug, name, category }: Things['products'][number]): PaletteItem {
  return {
    id: slug,
    label: name,
    detail: categoryWord(category),
    icon: <BookOpen aria-hidden />,
    href: hrefs.product(slug),
  };
}
