import {
  BookOpen,
  ChartGantt,
  Container,
  FolderGit2,
  LayoutDashboard,
  Layers,
  Scale,
  SearchCheck,
  ServerCog,
  Settings,
  StickyNote,
} from 'lucide-react';
import type { NavItem } from '@/components/layout/nav-items';
import { hrefs } from '@/features/hrefs';

/** The places that everybody has, in the order of the rail. */
export const PLACES: readonly NavItem[] = [
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
    icon: <Container aria-hidden />,
    keys: 'g i',
    onPhone: true,
  },
  {
    href: hrefs.projects(),
    label: 'Projects',
    icon: <FolderGit2 aria-hidden />,
    keys: 'g p',
    onPhone: true,
  },
  {
    href: hrefs.softwareList(),
    label: 'Software',
    icon: <Layers aria-hidden />,
    keys: 'g s',
    onPhone: true,
  },
  { href: hrefs.timeline, label: 'Timeline', icon: <ChartGantt aria-hidden />, keys: 'g m' },
  { href: hrefs.notes, label: 'Notes', icon: <StickyNote aria-hidden />, keys: 'g n' },
  { href: hrefs.policies, label: 'Policies', icon: <Scale aria-hidden />, keys: 'g l' },
  { href: hrefs.catalog(), label: 'Catalogue', icon: <BookOpen aria-hidden />, keys: 'g c' },
  { href: hrefs.check(), label: 'Check', icon: <SearchCheck aria-hidden />, keys: 'g k' },
  {
    href: hrefs.settings.start,
    label: 'Settings',
    icon: <Settings aria-hidden />,
    keys: 'g t',
    atFoot: true,
  },
];

const OPERATOR_PLACE: NavItem = {
  href: hrefs.operator.start,
  label: 'Operator',
  icon: <ServerCog aria-hidden />,
  keys: 'g r',
  atFoot: true,
};

/** The places that a reader has, in the order of the rail. */
export function placesFor({ isOperator }: { readonly isOperator: boolean }): readonly NavItem[] {
  return isOperator ? [...PLACES, OPERATOR_PLACE] : PLACES;
}
