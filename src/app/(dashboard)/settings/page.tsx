import { notFound, redirect } from 'next/navigation';
import { sectionsFor } from '@/features/settings/sections';
import { requirePagePrincipal } from '@/server/auth/page-session';

export default async function SettingsPage() {
  const { role } = await requirePagePrincipal();
  const [first] = sectionsFor(role);
  if (!first) notFound();
  redirect(first.href);
}
