'use client';

import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import {
  ArrowLeftRight,
  Bell,
  FileCode,
  GitCompare,
  History,
  PackagePlus,
  Plus,
} from 'lucide-react';
import { CommandPalette } from '@/components/layout/command-palette';
import type { PaletteText } from '@/components/layout/palette-field';
import type { PaletteAnswer, PaletteGroup } from '@/components/layout/palette-state';
import { useIsOperator } from '@/features/frame/reader';
import { ROLE_NAMES } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { componentIn, foundAnswer } from '@/features/check/found/view';
import { foundPolicies } from '@/features/policy/found/view';
import { useStored } from '@/lib/use-stored';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import { navItemsFor } from './nav';
import { useOrganizations, useSwitch, type Membership } from './organizations';
import { useActionsGroup, useSettingsGroup } from './palette-commands';
import { foundThings, missingInPlace } from './palette-found';
import { readRecent, recentKey } from './recent';

const FOUND_AT_MOST = 6;

/** Offers pages, settings and actions by name, and finds images, projects, teams, software, products and policies. */
export function PaletteContent(typed: PaletteText) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const check = useCheck();
  const search = async (text: string): Promise<PaletteAnswer> => {
    const asTyped = check(text);
    const [things, policies] = await Promise.all([
      queryClient.fetchQuery(trpc.search.things.queryOptions({ text })),
      queryClient.fetchQuery(trpc.policy.list.queryOptions()),
    ]);
    const meant = things.respelled ?? text;
    const checked = await (meant === text ? asTyped : check(meant));
    const found = foundThings(things, meant);
    const groups = [
      ...found.held,
      // What is held is meant before what could be.
      ...checked,
      found.products,
      foundPolicies(policies, text, FOUND_AT_MOST),
    ];
    const notes = [
      things.respelled &&
        `Nothing held or in the catalog matches “${text}”. Showing “${things.respelled}”.`,
      missingInPlace(things, meant),
    ].filter((note) => note !== null);
    return {
      groups: groups.filter(({ items }) => items.length > 0),
      note: notes.length > 0 ? notes.join(' ') : null,
    };
  };
  const groups = [
    useRecentGroup(),
    usePagesGroup(),
    useActionsGroup(),
    useSettingsGroup(),
    useOrganizationGroup(),
  ];
  return <CommandPalette {...typed} groups={groups} search={search} />;
}

/** Answers whether what a text names with its version has ended; nothing for any other text. */
function useCheck() {
  const client = useTRPCClient();
  return async (text: string): Promise<readonly PaletteGroup[]> => {
    const component = componentIn(text);
    if (!component) return [];
    try {
      const components = [component];
      return [foundAnswer(await client.check.explain.mutate({ components }), text)];
    } catch {
      // What is found by name is offered all the same.
      return [];
    }
  };
}

/** Offers the pages of things that the reader looked at last, but for the one that is open. */
function useRecentGroup(): PaletteGroup {
  const { active } = useOrganizations();
  const path = usePathname();
  const [stored] = useStored(recentKey(active.organizationId));
  const pages = readRecent(stored).filter(({ href }) => href !== path);
  return {
    heading: 'Recent',
    untilAsking: true,
    items: pages.map(({ href, label }) => ({
      id: `recent-${href}`,
      ...{ label, href, icon: <History aria-hidden /> },
    })),
  };
}

function usePagesGroup(): PaletteGroup {
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
  const own = { label: 'Your own products', icon: <PackagePlus aria-hidden /> };
  const inbox = { label: 'Inbox', icon: <Bell aria-hidden /> };
  const others = [
    { id: 'inbox', ...inbox, href: hrefs.inbox() },
    { id: 'compare', ...compare, href: hrefs.compareImages() },
    { id: 'policy-file', ...file, href: hrefs.policyFile },
    { id: 'own-products', ...own, href: hrefs.ownProducts },
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
