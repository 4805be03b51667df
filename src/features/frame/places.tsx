import { Container, Layers, StickyNote } from 'lucide-react';
import type { NavItem } from '@/components/layout/nav-items';

/** The dashboard's places, in the order of the rail. */
export const PLACES: readonly NavItem[] = [
  { href: '/images', label: 'Images', icon: <Container aria-hidden />, keys: 'g i', onPhone: true },
  {
    href: '/software',
    label: 'Software',
    icon: <Layers aria-hidden />,
    keys: 'g s',
    onPhone: true,
  },
  { href: '/notes', label: 'Notes', icon: <StickyNote aria-hidden />, keys: 'g n' },
];
