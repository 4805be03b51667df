'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '@/lib/cn';
import type { SettingsSection } from './sections';

/** The sections of the settings: a list at the side, a row that scrolls on phones. */
export function SettingsNav({ sections }: { sections: readonly SettingsSection[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings" data-print="hide" className="min-w-0">
      <ul className="flex [scrollbar-width:none] gap-1 overflow-x-auto lg:grid">
        {sections.map(({ href, label }) => {
          const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={href} className="shrink-0">
              <Link
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={cn(
                  'flex h-8 items-center rounded-md px-3 text-sm text-muted -outline-offset-2 hover:bg-active hover:text-fg pointer-coarse:h-10',
                  isCurrent && 'bg-active font-medium text-fg',
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
