import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const metadata: Metadata = { title: 'No such page' };

/** Stands at every address that is no page's. */
export default function UnknownPage() {
  notFound();
}
