'use client';

import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { usePathname } from 'next/navigation';
import { Link } from '@/components/ui/link';
import dynamic from 'next/dynamic';
import { Braces, LogOut, NotebookText, UserRound, ChevronsUpDown } from 'lucide-react';
import { PaletteWait } from '@/components/layout/palette-field';
import { usePalette } from '@/components/layout/palette-state';
import { ThemeMenu } from '@/components/layout/theme-menu';
import { buttonClass } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu';
import type { Reader } from '@/features/frame/reader';
import { ROLE_WORDS } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { leave } from './leave';
import { useOrganizations } from './organizations';

/** Shows who is signed in, with theme, links and the sign-out. */
export function AccountMenu({ reader }: { reader: Reader }) {
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
        <Link href={hrefs.settings.account} prefetch={false}>
          <UserRound aria-hidden />
          Your account
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href={hrefs.docs.start} prefetch={false}>
          <NotebookText aria-hidden />
          Documentation
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href={hrefs.docs.api} prefetch={false}>
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

/** Returns one or two initials of a name. */
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

const OrganizationChoices = dynamic(
  () => import('./actions').then((module) => module.OrganizationChoices),
  { ssr: false },
);

/** Names the active organization, and switches to another or a new one. */
export function OrganizationSwitch() {
  const { active } = useOrganizations();
  return (
    <DropdownMenu
      align="start"
      className="w-72 max-w-[calc(100vw-1.5rem)]"
      trigger={
        <button
          type="button"
          aria-label={`Organization ${active.organizationName}, change`}
          title={active.organizationName}
          className="flex max-w-full min-w-0 items-center gap-1 rounded-md px-1 py-1 hover:bg-active pointer-coarse:min-h-10"
        >
          <OrganizationName name={active.organizationName} />
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-subtle" />
        </button>
      }
    >
      <OrganizationChoices />
    </DropdownMenu>
  );
}

function OrganizationName({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2 px-1 text-sm font-semibold">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-md bg-fg text-xs text-canvas"
      >
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      <span className="truncate">{name}</span>
    </span>
  );
}

const NoticeBar = dynamic(() => import('./actions').then((module) => module.NoticeBar), {
  ssr: false,
});

/** Warns while the session acts in another organization than the tab shows. */
export function OrganizationNotice() {
  const { elsewhere } = useOrganizations();
  return elsewhere && <NoticeBar elsewhere={elsewhere} />;
}

const IDLE_AFTER_MS = 2_000;

/** Looked at for as long as this, a page is one that the reader may want again. */
const LOOKED_AT_MS = 1_500;

/** Keeps in this browser which pages of things the reader looked at last, for the palette. */
function useRecentPages(): void {
  const path = usePathname();
  const { active } = useOrganizations();
  const { organizationId } = active;
  useEffect(() => {
    const timer = window.setTimeout(() => {
      void import('./recent').then(({ remember }) => remember(organizationId, path));
    }, LOOKED_AT_MS);
    return () => window.clearTimeout(timer);
  }, [organizationId, path]);
}

const loadPalette = () =>
  import('./palette').then((module) => ({ default: module.PaletteContent }));
const PaletteContent = lazy(loadPalette);

const PLACEHOLDER = 'Go to a page, find “debian 12” or “node 20 in shop”, run a command';

/** Calls once a page has had the time to become usable, whose scripts others would delay. Returns what calls it off. */
function onceIdle(run: () => void): () => void {
  let timer: number | undefined;
  const wait = () => {
    timer = window.setTimeout(run, IDLE_AFTER_MS);
  };
  // A page that takes its time is still being sent.
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.clearTimeout(timer);
    window.removeEventListener('load', wait);
  };
}

/**
 * Loads the command palette once the page is idle or its keys are pressed. Until it has come, a field in its place takes what
 * is typed.
 */
export function Palette() {
  const { open, setOpen } = usePalette();
  const [asked, setAsked] = useState(false);
  const [text, setText] = useState('');
  const caret = useRef<readonly [number, number]>(null);
  useRecentPages();
  if (open && !asked) setAsked(true);
  if (!open && text !== '') setText('');
  useEffect(() => onceIdle(() => void loadPalette()), []);
  if (!asked) return null;
  const typed = { text, setText, caret, placeholder: PLACEHOLDER };
  return (
    <Suspense fallback={open && <PaletteWait {...typed} onClose={() => setOpen(false)} />}>
      <PaletteContent {...typed} />
    </Suspense>
  );
}
