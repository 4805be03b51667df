'use client';

import { useQueryClient } from '@tanstack/react-query';
import { CommandPalette } from '@/components/layout/command-palette';
import type { PaletteGroup } from '@/components/layout/palette-items';
import { useTRPC } from '@/trpc/client';
import { foundPolicies } from '@/features/policy/found-policies';
import { foundImages, foundProducts, foundProjects, foundSoftware } from './found';
import { useOrganizations } from './organizations/organizations-provider';
import { organizationGroup } from './organizations/palette-group';
import { useSwitch } from './organizations/use-switch';
import { placesFor } from './places';
import { useIsOperator } from './reader';

const FOUND_AT_MOST = 6;

/** Places by their name, images, projects, software, products and policies by a search. */
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
      groups={[usePlacesGroup(), useOrganizationGroup()]}
      search={search}
      placeholder="Go to a page, an image, a project or software"
    />
  );
}

function usePlacesGroup(): PaletteGroup {
  const places = placesFor({ isOperator: useIsOperator() });
  const items = places.map(({ href, label, icon, keys }) => ({
    id: href,
    label,
    icon,
    keys,
    href,
  }));
  return { heading: 'Go to', items };
}

function useOrganizationGroup(): PaletteGroup {
  const { active, memberships, openCreate } = useOrganizations();
  const change = useSwitch(() => window.location.assign('/'));
  return organizationGroup(active, memberships, {
    onSwitch: (organizationId) => change.mutate({ organizationId }),
    onCreate: openCreate,
  });
}
