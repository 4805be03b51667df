import { Container, Settings } from 'lucide-react';
import type { NavItem } from '@/components/layout/nav-items';

/** The dashboard's places, in the order of the rail. */
export const PLACES: readonly NavItem[] = [
  { href: '/images', label: 'Images', icon: <Container aria-hidden />, keys: 'g i', onPhone: true },
  {
    href: '/settings',
    label: 'Settings',
    icon: <Settings aria-hidden />,
    keys: 'g t',
    atFoot: true,
  },
];
