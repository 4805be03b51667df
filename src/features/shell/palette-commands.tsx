'use client';

import type { ReactNode } from 'react';
import {
  Braces,
  FileCheck2,
  Handshake,
  KeyRound,
  ListTodo,
  LogOut,
  Monitor,
  Moon,
  NotebookText,
  Package,
  Scale,
  Settings,
  Sun,
  Upload,
  UserPlus,
  Users,
} from 'lucide-react';
import type { PaletteGroup, PaletteItem } from '@/components/layout/palette-state';
import { can, type Permission, type PersonRole } from '@/domain/roles/permissions';
import { openedHref } from '@/features/frame/asked-open';
import { useReaderRole } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { sectionsFor } from '@/features/settings/nav';
import { applyTheme } from '@/lib/theme';
import { leave } from './leave';

interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  /** Other words that people look for it by. */
  readonly keywords: readonly string[];
  /** Left out: everybody may. */
  readonly permission?: Permission;
  readonly href?: string;
  readonly onSelect?: () => void;
}

const ACTIONS: readonly Action[] = [
  {
    ...{ label: 'Upload an SBOM', icon: <Upload aria-hidden />, href: openedHref(hrefs.images()) },
    keywords: ['new', 'image', 'scan', 'cyclonedx', 'spdx'],
    permission: 'scan:upload',
  },
  {
    ...{ label: 'New policy', icon: <Scale aria-hidden />, href: hrefs.newPolicy() },
    keywords: ['create', 'add', 'deny', 'warn', 'rule'],
    permission: 'policy:write',
  },
  {
    ...{ label: 'Plan a move', icon: <ListTodo aria-hidden />, href: hrefs.newPlan() },
    keywords: ['new plan', 'create', 'upgrade', 'migrate'],
    permission: 'plan:write',
  },
  {
    ...{ label: 'Ask for a waiver', icon: <FileCheck2 aria-hidden />, href: hrefs.newWaiver() },
    keywords: ['new waiver', 'exception', 'suppress', 'ignore', 'accept risk'],
    permission: 'waiver:ask',
  },
  {
    ...{ label: 'New contract', icon: <Handshake aria-hidden />, href: hrefs.newContract() },
    keywords: ['create', 'add', 'extended support', 'vendor'],
    permission: 'contract:write',
  },
  {
    ...{ label: 'Invite people', icon: <UserPlus aria-hidden /> },
    href: openedHref(hrefs.settings.members),
    keywords: ['member', 'user', 'add', 'new', 'invitation'],
    permission: 'organization:manage',
  },
  {
    ...{ label: 'Create an API key', icon: <KeyRound aria-hidden /> },
    href: openedHref(hrefs.settings.apiKeys),
    keywords: ['new', 'token', 'secret', 'credential'],
    permission: 'api-key:manage',
  },
  {
    ...{ label: 'New team', icon: <Users aria-hidden />, href: openedHref(hrefs.teams) },
    keywords: ['create', 'add', 'owner'],
    permission: 'team:manage',
  },
  {
    ...{ label: 'Add a product', icon: <Package aria-hidden />, href: hrefs.newProduct() },
    keywords: ['new', 'catalog', 'own', 'private'],
    permission: 'catalog:manage',
  },
  {
    ...{ label: 'Read the documentation', icon: <NotebookText aria-hidden /> },
    keywords: ['help', 'docs', 'guide', 'manual'],
    href: hrefs.docs.start,
  },
  {
    ...{ label: 'Read the API reference', icon: <Braces aria-hidden />, href: hrefs.docs.api },
    keywords: ['rest', 'openapi', 'docs', 'curl'],
  },
  {
    ...{ label: 'Light theme', icon: <Sun aria-hidden />, keywords: ['bright', 'appearance'] },
    onSelect: () => applyTheme('light'),
  },
  {
    ...{ label: 'Dark theme', icon: <Moon aria-hidden />, keywords: ['night', 'appearance'] },
    onSelect: () => applyTheme('dark'),
  },
  {
    ...{ label: 'System theme', icon: <Monitor aria-hidden /> },
    keywords: ['device', 'appearance', 'auto'],
    onSelect: () => applyTheme('system'),
  },
  {
    ...{
      label: 'Sign out',
      icon: <LogOut aria-hidden />,
      keywords: ['log out', 'logout', 'leave'],
    },
    onSelect: () => void leave(),
  },
];

/** What people look for a section of the settings by, beside its name. */
const SECTION_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    organization: ['name', 'delete organization'],
    members: ['people', 'users', 'roles', 'invitations'],
    'api-keys': ['tokens', 'secrets'],
    'build-tokens': ['oidc', 'github actions', 'gitlab', 'trust'],
    messages: [
      'webhook',
      'slack',
      'teams',
      'mail',
      'channel',
      'notifications',
      'jira',
      'pagerduty',
    ],
    certificate: ['signing', 'signatures', 'public key'],
    scanners: ['xeol', 'address', 'tls'],
    'dependency-track': ['companion', 'pull'],
    feeds: ['calendar', 'ics', 'atom', 'badge', 'rss'],
    retirement: ['stale', 'old tags', 'not scanned', 'last seen'],
    retention: ['delete old', 'keep', 'history'],
    waivers: ['exceptions', 'longest term', 'approval'],
    catalog: ['own dates', 'overrides', 'date changes'],
    'refused-uploads': ['errors', 'failed uploads'],
    audit: ['trail', 'history', 'log'],
    account: ['password', 'profile', 'email', 'sessions', 'quiet hours'],
  }),
);

/** Offers what can be done, by the words that people look for it with. */
export function useActionsGroup(): PaletteGroup {
  const role = useReaderRole();
  const items = ACTIONS.filter(({ permission }) => mayDo(role, permission)).map(toItem);
  return { heading: 'Do', items, onAsking: true };
}

/** Offers the sections of the settings. */
export function useSettingsGroup(): PaletteGroup {
  const role = useReaderRole();
  const items = (role === null ? [] : sectionsFor(role)).map(
    ({ id, href, label }): PaletteItem => ({
      id: `settings-${id}`,
      ...{ label, href, detail: 'Settings' },
      icon: <Settings aria-hidden />,
      keywords: ['settings', ...(SECTION_WORDS.get(id) ?? [])],
    }),
  );
  return { heading: 'Settings', items, onAsking: true };
}

function mayDo(role: PersonRole | null, permission: Permission | undefined): boolean {
  return permission === undefined || (role !== null && can(role, permission));
}

function toItem({ label, icon, keywords, href, onSelect }: Action): PaletteItem {
  return {
    ...{ id: `do-${label}`, label, icon, keywords },
    ...(href === undefined ? {} : { href }),
    ...(onSelect && { onSelect }),
  };
}
