import {
  BookOpen,
  ChartGantt,
  Container,
  FolderGit2,
  LayoutDashboard,
  Layers,
  Scale,
  SearchCheck,
  Settings,
  StickyNote,
} from 'lucide-react';
import type { NavItem } from '@/components/layout/nav-items';

/** The dashboard's places, in the order of the rail. */
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
