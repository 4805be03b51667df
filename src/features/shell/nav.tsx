import {
  BookOpen,
  Boxes,
  CalendarRange,
  ChartGantt,
  ClipboardCheck,
  Container,
  FileCheck2,
  FolderGit2,
  Handshake,
  Hourglass,
  LayoutDashboard,
  Layers,
  ListChecks,
  ListTodo,
  Radar,
  Scale,
  SearchCheck,
  ServerCog,
  Settings,
  StickyNote,
  Users,
} from 'lucide-react';
import type { NavItem } from '@/components/layout/nav-items';
import { hrefs } from '@/features/hrefs';

const INVENTORY = 'What you have';
const PLANNING = 'What is coming';
const RULES = 'Rules and proof';
const KNOWLEDGE = 'What is known';

/** Pages that everybody sees, in the order of the rail. */
export const NAV_ITEMS: readonly NavItem[] = [
  {
    href: hrefs.start,
    label: 'Overview',
    icon: <LayoutDashboard aria-hidden />,
    keys: 'g o',
    onPhone: true,
  },
  {
    href: hrefs.images(),
    label: 'Images',
    group: INVENTORY,
    icon: <Container aria-hidden />,
    keys: 'g i',
    onPhone: true,
  },
  {
    href: hrefs.projects(),
    label: 'Projects',
    group: INVENTORY,
    icon: <FolderGit2 aria-hidden />,
    keys: 'g p',
    onPhone: true,
  },
  {
    href: hrefs.softwareList(),
    label: 'Software',
    group: INVENTORY,
    icon: <Layers aria-hidden />,
    keys: 'g s',
    onPhone: true,
  },
  {
    href: hrefs.findings(),
    label: 'Findings',
    group: INVENTORY,
    icon: <ListChecks aria-hidden />,
    keys: 'g f',
  },
  {
    href: hrefs.clusters,
    label: 'Clusters',
    group: INVENTORY,
    icon: <Boxes aria-hidden />,
    keys: 'g u',
  },
  { href: hrefs.teams, label: 'Teams', group: INVENTORY, icon: <Users aria-hidden />, keys: 'g e' },
  {
    href: hrefs.timeline,
    label: 'Timeline',
    group: PLANNING,
    icon: <ChartGantt aria-hidden />,
    keys: 'g m',
  },
  {
    href: hrefs.forecast(),
    label: 'Forecast',
    group: PLANNING,
    icon: <CalendarRange aria-hidden />,
    keys: 'g q',
  },
  {
    href: hrefs.plans(),
    label: 'Plans',
    group: PLANNING,
    icon: <ListTodo aria-hidden />,
    keys: 'g a',
  },
  {
    href: hrefs.notes,
    label: 'Notes',
    group: PLANNING,
    icon: <StickyNote aria-hidden />,
    keys: 'g n',
  },
  {
    href: hrefs.policies,
    label: 'Policies',
    group: RULES,
    icon: <Scale aria-hidden />,
    keys: 'g l',
  },
  {
    href: hrefs.waivers(),
    label: 'Waivers',
    group: RULES,
    icon: <FileCheck2 aria-hidden />,
    keys: 'g w',
  },
  {
    href: hrefs.contracts(),
    label: 'Contracts',
    group: RULES,
    icon: <Handshake aria-hidden />,
    keys: 'g d',
  },
  {
    href: hrefs.packs(),
    label: 'Evidence packs',
    group: RULES,
    icon: <ClipboardCheck aria-hidden />,
    keys: 'g x',
  },
  {
    href: hrefs.promises,
    label: 'Outlives',
    group: RULES,
    icon: <Hourglass aria-hidden />,
    keys: 'g h',
  },
  {
    href: hrefs.catalog(),
    label: 'Catalog',
    group: KNOWLEDGE,
    icon: <BookOpen aria-hidden />,
    keys: 'g c',
  },
  {
    href: hrefs.coverage,
    label: 'Coverage',
    group: KNOWLEDGE,
    icon: <Radar aria-hidden />,
    keys: 'g v',
  },
  {
    href: hrefs.check(),
    label: 'Check',
    group: KNOWLEDGE,
    icon: <SearchCheck aria-hidden />,
    keys: 'g k',
  },
  {
    href: hrefs.settings.start,
    label: 'Settings',
    icon: <Settings aria-hidden />,
    keys: 'g t',
    atFoot: true,
  },
];

const OPERATOR_ITEM: NavItem = {
  href: hrefs.operator.start,
  label: 'Operator',
  icon: <ServerCog aria-hidden />,
  keys: 'g r',
  atFoot: true,
};

/** Lists the pages that a reader sees, in the order of the rail. */
export function navItemsFor({ isOperator }: { readonly isOperator: boolean }): readonly NavItem[] {
  return isOperator ? [...NAV_ITEMS, OPERATOR_ITEM] : NAV_ITEMS;
}
