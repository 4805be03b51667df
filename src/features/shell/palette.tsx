'use client';

import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowLeftRight,
  BookOpen,
  FileCode,
  GitCompare,
  Handshake,
  Layers,
  Plus,
  Bell,
} from 'lucide-react';
import { CommandPalette } from '@/components/layout/command-palette';
import type { PaletteGroup } from '@/components/layout/palette-state';
import { projectTitle } from '@/domain/identifiers/project-name';
import { foldForSearch } from '@/domain/list';
import { categoryWord } from '@/features/catalog/words';
import { useIsOperator, useMay } from '@/features/frame/reader';
import { ROLE_NAMES } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { KindMark, referenceOf } from '@/features/names/image';
import { foundPolicies } from '@/features/policy/found/view';
import { CodeHostMark } from '@/features/names/project';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { navItemsFor } from './nav';
import { useOrganizations, useSwitch, type Membership } from './organizations';

const FOUND_AT_MOST = 6;

/** Offers pages by name, and finds images, projects, software, products and policies. */
export function PaletteContent() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const search = async (text: string): Promise<PaletteGroup[]> => {
    const [images, projects, software, products, policies] = await Promise.all([
      queryClient.fetchQuery(
        trpc.image.listForDashboard.queryOptions({ search: text, size: FOUND_AT_MOST }),
      ),
      queryClient.fetchQuery(trpc.scanner.projects.queryOptions()),
      queryClient.fetchQuery(
        trpc.software.listForDashboard.queryOptions({ search: text, size: FOUND_AT_MOST }),
      ),
      queryClient.fetchQuery(
        trpc.catalog.listForDashboard.queryOptions({ search: text, size: FOUND_AT_MOST }),
      ),
      queryClient.fetchQuery(trpc.policy.list.queryOptions()),
    ]);
    return [
      foundImages(images.items),
      foundProjects(projects, text, FOUND_AT_MOST),
      foundSoftware(software.items),
      foundProducts(products.items),
      foundPolicies(policies, text, FOUND_AT_MOST),
    ].filter(({ items }) => items.length > 0);
  };
  return (
    <CommandPalette
      groups={[usePagesGroup(), useOrganizationGroup()]}
      search={search}
      placeholder="Go to a page, an image, a project or software"
    />
  );
}

function usePagesGroup(): PaletteGroup {
  const mayEnter = useMay('contract:write');
  const pages = navItemsFor({ isOperator: useIsOperator() });
  const items = pages.map(({ href, label, icon, keys }) => ({
    id: href,
    label,
    icon,
    keys,
    href,
  }));
  const compare = { label: 'Compare images', icon: <GitCompare aria-hidden /> };
  const file = { label: 'Policies as a file', icon: <FileCode aria-hidden /> };
  const contract = { label: 'New contract', icon: <Handshake aria-hidden /> };
  const inbox = { label: 'Inbox', icon: <Bell aria-hidden /> };
  const others = [
    { id: 'inbox', ...inbox, href: hrefs.inbox() },
    ...(mayEnter ? [{ id: 'new-contract', ...contract, href: hrefs.newContract() }] : []),
    { id: 'compare', ...compare, href: hrefs.compareImages() },
    { id: 'policy-file', ...file, href: hrefs.policyFile },
  ];
  return { heading: 'Go to', items: [...items, ...others] };
}

function useOrganizationGroup(): PaletteGroup {
  const { active, memberships, openCreate } = useOrganizations();
  const change = useSwitch(() => window.location.assign(hrefs.start));
  return organizationGroup(active, memberships, {
    onSwitch: (organizationId) => change.mutate({ organizationId }),
    onCreate: openCreate,
  });
}

/** Lists found images. */
function foundImages(images: Outputs['image']['listForDashboard']['items']): PaletteGroup {
  return {
    heading: 'Images',
    items: images.map((image) => ({
      id: image.id,
      label: referenceOf(image),
      detail: projectTitle(image.projectName).title,
      icon: <KindMark kind={image.kind} />,
      href: hrefs.image(image.id),
    })),
  };
}

/** Lists the projects whose name contains the text. */
function foundProjects(
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
        href: hrefs.project(id),
      };
    }),
  };
}

/** Lists found software. */
function foundSoftware(software: Outputs['software']['listForDashboard']['items']): PaletteGroup {
  return {
    heading: 'Software',
    items: software.map(({ id, productName, cycle, artifactType, images }) => ({
      id,
      label: `${productName} ${cycle}`,
      detail: `${artifactType}, ${countOf(images, 'image')}`,
      icon: <Layers aria-hidden />,
      href: hrefs.software(id),
    })),
  };
}

/** Lists found products of the catalog. */
function foundProducts(products: Outputs['catalog']['listForDashboard']['items']): PaletteGroup {
  return {
    heading: 'Catalog',
    items: products.map(({ slug, name, category }) => ({
      id: slug,
      label: name,
      detail: categoryWord(category),
      icon: <BookOpen aria-hidden />,
      href: hrefs.product(slug),
    })),
  };
}

interface PaletteGroupActions {
  readonly onSwitch: (organizationId: string) => void;
  readonly onCreate: () => void;
}

/** Lists the reader's other organizations, and a new one. */
function organizationGroup(
  active: Membership,
  memberships: readonly Membership[],
  { onSwitch, onCreate }: PaletteGroupActions,
): PaletteGroup {
  const others = memberships.filter((one) => one.organizationId !== active.organizationId);
  return {
    heading: 'Organizations',
    items: [
      ...others.map(({ organizationId, organizationName, role }) => ({
        id: organizationId,
        label: `Switch to ${organizationName}`,
        detail: ROLE_NAMES[role],
        icon: <ArrowLeftRight aria-hidden />,
        keywords: ['organization', 'change', organizationName],
        onSelect: () => onSwitch(organizationId),
      })),
      {
        id: 'create-organization',
        label: 'Create an organization',
        icon: <Plus aria-hidden />,
        keywords: ['new'],
        onSelect: onCreate,
      },
    ],
  };
}
