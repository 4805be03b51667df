import type { Metadata } from 'next';
import { Brand } from '@/components/layout/brand';
import { NoSuchPage } from '@/features/frame/no-such-page';
import { hrefs } from '@/features/hrefs';

export const metadata: Metadata = { title: 'No such page' };

export default function NotFound() {
  return (
    <>
      {/* No `Link`: this page is part of every other, and must not bring scripts along. */}
      <header className="flex h-(--header-height) items-center justify-between gap-4 border-b px-4 sm:px-6">
        <a href={hrefs.start} className="flex rounded-md">
          <Brand />
        </a>
        <a href={hrefs.docs.start} className="rounded-sm text-muted hover:text-fg">
          Documentation
        </a>
      </header>
      <main className="mx-auto max-w-lg px-4 pt-[14vh]">
        <NoSuchPage title="Page not found" href={hrefs.start} linkText="Go to the dashboard">
          The address may be mistyped, or the page has been removed.
        </NoSuchPage>
      </main>
    </>
  );
}
