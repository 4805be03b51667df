import { redirect } from 'next/navigation';
import { hrefs } from '@/features/hrefs';
import { sectionsFor } from '@/features/settings/nav';
import { requirePagePrincipal } from '@/server/page/reader';

/** The settings begin with the first section that the reader may see. */
export default async function SettingsPage() {
  const { role } = await requirePagePrincipal();
  redirect(sectionsFor(role)[0]?.href ?? hrefs.start);
}
