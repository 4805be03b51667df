'use client';

import { Braces, LogOut, NotebookText, UserRound } from 'lucide-react';
import Link from 'next/link';
import { toast } from '@/components/ui/toast';
import { ThemeMenu } from '@/components/layout/theme-menu';
import { buttonClass } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu';
import type { Reader } from './reader';
import { ROLE_WORDS } from './role-words';

/** Who is signed in, how things look, and the way out. */
export function AccountMenu({ reader }: { reader: Reader }) {
  const leave = async () => {
    try {
      // Fetched when it is asked for: next-auth's client is large.
      const { signOut } = await import('@/features/auth/sign-out');
      await signOut();
    } catch {
      toast.error('Signing out did not work. Try again.');
    }
  };
  return (
    <DropdownMenu
      className="w-60"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${reader.name}`}
          className={buttonClass('ghost', 'md', 'w-8 px-0')}
        >
          <span
            aria-hidden
            className="grid size-6 place-items-center rounded-full bg-active text-xs font-medium text-fg"
          >
            {initialsOf(reader.name)}
          </span>
        </button>
      }
    >
      <div className="grid px-2 py-1.5">
        <span className="truncate font-medium">{reader.name}</span>
        <span className="truncate text-xs text-muted">{reader.email}</span>
        <span className="mt-1 text-xs text-muted">{ROLE_WORDS[reader.role]}</span>
      </div>
      <MenuSeparator />
      <ThemeMenu />
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/settings/account" prefetch={false}>
          <UserRound aria-hidden />
          Your account
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/docs" prefetch={false}>
          <NotebookText aria-hidden />
          Documentation
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/docs/api" prefetch={false}>
          <Braces aria-hidden />
          API reference
        </Link>
      </MenuItem>
      <MenuItem onSelect={() => void leave()}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </DropdownMenu>
  );
}

/** One or two letters that stand for a name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return (
    [first, last]
      .map((word) => [...word][0] ?? '')
      .join('')
      .toUpperCase() || '?'
  );
}
