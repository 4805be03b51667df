import type { ReactNode } from 'react';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import { Toaster } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import { ANNOUNCER_ID } from '@/lib/announce';
import { readerLocale } from '@/lib/reader-locale';
import type { Theme } from '@/lib/theme';

export interface RootDocumentProps {
  /** From the cookie, through `parseTheme`. */
  theme: Theme;
  children: ReactNode;
}

/** `<html>` and `<body>` with fonts, theme and toasts: the whole of a root layout. */
export function RootDocument({ theme, children }: RootDocumentProps) {
  return (
    <html
      lang="en"
      data-locale={readerLocale()}
      data-theme={theme === 'system' ? undefined : theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning // the theme menu changes data-theme in place, and so do extensions
    >
      <body>
        <TooltipProvider>{children}</TooltipProvider>
        <Toaster />
        <div id={ANNOUNCER_ID} role="status" className="sr-only" />
      </body>
    </html>
  );
}
