import type { Metadata } from 'next';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';

export const metadata: Metadata = { title: 'No such page' };

export default function NotFound() {
  return (
    <main className="mx-auto max-w-lg px-4 pt-[14vh]">
      <NoSuchPage title="There is no such page" href={hrefs.start} linkText="To the start">
        The address may be mistyped, or what was here is gone.
      </NoSuchPage>
    </main>
  );
}
