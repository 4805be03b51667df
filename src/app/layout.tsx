import './globals.css';
import type { ReactNode } from 'react';
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { RootDocument } from '@/components/layout/root-document';
import { parseTheme, THEME_COOKIE } from '@/lib/theme';
import { ServerCalls } from '@/trpc/client';

export const metadata: Metadata = {
  title: { default: 'Eventide', template: '%s · Eventide' },
  description: 'End-of-life tracking for container images and directories',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <RootDocument theme={theme}>
      <NuqsAdapter>
        <ServerCalls>{children}</ServerCalls>
      </NuqsAdapter>
    </RootDocument>
  );
}
