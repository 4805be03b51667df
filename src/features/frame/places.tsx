import { Container, Scale } from 'lucide-react';
import type { NavItem } from '@/components/layout/nav-items';

/** The dashboard's places, in the order of the rail. */
export const PLACES: readonly NavItem[] = [
  { href: '/images', label: 'Images', icon: <Container aria-hidden />, keys: 'g i', onPhone: true },
  { href: '/policies', label: 'Policies', icon: <Scale aria-hidden />, keys: 'g l' },
];
