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

/** The places that everybody has, in the order of the rail. */
export const PLACES: readonly NavItem[] = [
  {
    href: '/',
    label: 'Overview',
    icon: <LayoutDashboard aria-hidden />,
    keys: 'g o',
    onPhone: true,
  },
  { href: '/images', label: 'Images', icon: <Container aria-hidden />, keys: 'g i', onPhone: true },
  {
    href: '/projects',
    label: 'Projects',
    icon: <FolderGit2 aria-hidden />,
    keys: 'g p',
    onPhone: true,
  },
  {
    href: '/software',
    label: 'Software',
    icon: <Layers aria-hidden />,
    keys: 'g s',
    onPhone: true,
  },
  { href: '/timeline', label: 'Timeline', icon: <ChartGantt aria-hidden />, keys: 'g m' },
  { href: '/notes', label: 'Notes', icon: <StickyNote aria-hidden />, keys: 'g n' },
  { href: '/policies', label: 'Policies', icon: <Scale aria-hidden />, keys: 'g l' },
  { href: '/catalog', label: 'Catalogue', icon: <BookOpen aria-hidden />, keys: 'g c' },
  { href: '/check', label: 'Check', icon: <SearchCheck aria-hidden />, keys: 'g k' },
  {
    href: '/settings',
    label: 'Settings',
    icon: <Settings aria-hidden />,
    keys: 'g t',
    atFoot: true,
  },
];

const OPERATOR_PLACE: NavItem = {
  href: '/operator',
  label: 'Operator',
  icon: <ServerCog aria-hidden />,
  keys: 'g r',
  atFoot: true,
};

/** The places that a reader has, in the order of the rail. */
export function placesFor({ isOperator }: { readonly isOperator: boolean }): readonly NavItem[] {
  return isOperator ? [...PLACES, OPERATOR_PLACE] : PLACES;
}
