'use client';

import { useState, type ReactNode } from 'react';
import { useRouter } from 'next/navigation';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { usePalette } from './palette-state';
import { useFoundItems } from './use-found-items';
import { OVERLAY_CLASS } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { MENU_ITEM_CLASS } from '@/components/ui/menu-classes';
import { cn } from '@/lib/cn';

export interface PaletteItem {
  /** Unique in the palette. */
  readonly id: string;
  readonly label: string;
  /** After the label, quieter: what kind of thing it is, where it is. */
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** Keys that do the same without the palette. */
  readonly keys?: string;
  /** Other words it is found by. */
  readonly keywords?: readonly string[];
  /** Where it goes, or what it does. */
  readonly href?: string;
  readonly onSelect?: () => void;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

export interface CommandPaletteProps {
  /** What is always there: places and actions. Filtered by what is typed. */
  groups: readonly PaletteGroup[];
  /**
   * Finds things by text, from two characters on, once the reader pauses. Shown as it comes,
   * unfiltered. A rejection shows as "could not be searched".
   */
  search?: (text: string, signal: AbortSignal) => Promise<readonly PaletteGroup[]>;
  placeholder?: string;
}

/** Everything by its name. `⌘K` or Ctrl K opens it. Place one inside the frame. */
export function CommandPalette({
  groups,
  search,
  placeholder = 'Search or run a command',
}: CommandPaletteProps) {
  const { open, setOpen } = usePalette();
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[max(0.75rem,10vh)] z-50 mx-auto max-w-xl animate-rise-in overflow-hidden rounded-md bg-raised shadow-overlay outline-none"
        >
          <Radix.Title className="sr-only">Search and commands</Radix.Title>
          <PaletteBody
            groups={groups}
            search={search}
            placeholder={placeholder}
            onDone={() => setOpen(false)}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function PaletteBody({
  groups,
  search,
  placeholder,
  onDone,
}: CommandPaletteProps & { onDone: () => void }) {
  const [text, setText] = useState('');
  const found = useFoundItems(text, search);
  const router = useRouter();
  const select = (item: PaletteItem) => {
    onDone();
    item.onSelect?.();
    if (item.href !== undefined) router.push(item.href);
  };
  return (
    <Command label="Search and commands" loop>
      <div className="flex items-center gap-2 border-b px-3">
        <Search aria-hidden className="size-4 shrink-0 text-subtle" />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={placeholder}
          className="h-12 w-full bg-transparent text-lg outline-none"
        />
        <Kbd keys="Esc" />
      </div>
      <Command.List label="Results" className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1 pb-2">
        <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
          {found.state === 'searching' ? 'Searching…' : 'Nothing by that name'}
        </Command.Empty>
        {groups.map((group) => (
          <Group key={group.heading} group={group} onSelect={select} />
        ))}
        {found.groups.map((group) => (
          <Group key={group.heading} group={group} onSelect={select} always />
        ))}
        {found.state === 'failed' && (
          <p role="alert" className="px-3 py-2 text-sm text-danger-text">
            The search failed. What is listed here still works.
          </p>
        )}
      </Command.List>
    </Command>
  );
}

interface GroupProps {
  group: PaletteGroup;
  onSelect: (item: PaletteItem) => void;
  /** Already matches: not filtered again by what is typed. */
  always?: boolean;
}

function Group({ group, onSelect, always = false }: GroupProps) {
  return (
    <Command.Group
      heading={group.heading}
      forceMount={always}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-subtle"
    >
      {group.items.map((item) => (
        <Command.Item
          key={item.id}
          value={item.id}
          keywords={[item.label, ...(item.keywords ?? [])]}
          forceMount={always}
          onSelect={() => onSelect(item)}
          className={cn(MENU_ITEM_CLASS, 'data-[selected=true]:bg-hover [&_svg]:text-subtle')}
        >
          {item.icon}
          <span className="min-w-0 truncate">{item.label}</span>
          {item.detail && (
            <span className="min-w-0 shrink truncate text-subtle">{item.detail}</span>
          )}
          {item.keys && <Kbd keys={item.keys} className="ml-auto" />}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
