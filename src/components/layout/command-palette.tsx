'use client';

import { type RefObject, useId, useState, useEffect, useRef } from 'react';
import { useRouter } from 'next/navigation';
import { Dialog as Radix } from 'radix-ui';
import { SHADE } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { MENU_ITEM_CLASS } from '@/components/ui/menu-classes';
import { useActiveOption } from '@/components/ui/use-active-option';
import { cn } from '@/lib/cn';
import { matching } from '@/lib/match-text';
import { PALETTE_BOX, PaletteField, type PaletteText } from './palette-field';
import {
  type PaletteGroup,
  type PaletteItem,
  type PaletteSearch,
  usePalette,
} from './palette-state';

export interface CommandPaletteProps extends PaletteText {
  /** The fixed items, pages and actions, filtered by the text typed. */
  groups: readonly PaletteGroup[];
  /**
   * Finds things by text, from two characters on, once the reader pauses. Shown as it comes,
   * unfiltered. A rejection shows as a failed search; the rest of the palette goes on.
   */
  search?: PaletteSearch;
}

/** Finds pages, actions and records by name. `⌘K` or Ctrl K opens it. Place one inside the frame. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, setOpen } = usePalette();
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element>(null);
  const { caret } = props;
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Portal>
        <Radix.Overlay {...SHADE} />
        <Radix.Content
          aria-describedby={undefined}
          // Radix would select what is typed already, and the next letter would replace it.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            before.current = document.activeElement;
            field.current?.focus();
            if (caret.current) field.current?.setSelectionRange(...caret.current);
          }}
          // Radix gives the focus back to a trigger, and the palette has none. Where what was chosen took it, it stays there.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const isLost = document.activeElement === document.body;
            if (isLost && before.current instanceof HTMLElement) {
              before.current.focus({ preventScroll: true });
            }
          }}
          className={PALETTE_BOX}
        >
          <Radix.Title className="sr-only">Search and commands</Radix.Title>
          <PaletteBody {...props} field={field} onDone={() => setOpen(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface PaletteBodyProps extends CommandPaletteProps {
  field: RefObject<HTMLInputElement | null>;
  onDone: () => void;
}

function PaletteBody(props: PaletteBodyProps) {
  const { groups, search, text, setText, placeholder, field, onDone } = props;
  const router = useRouter();
  const found = useFoundItems(text, search);
  const isEmpty = text.trim() === '';
  const shown = [
    ...groups
      .filter(({ onAsking, untilAsking }) => !(isEmpty ? onAsking : untilAsking))
      .map((group) => ({ ...group, items: matching(group.items, text) })),
    ...found.groups,
  ].filter((group) => group.items.length > 0);
  const items = shown.flatMap((group) => group.items);
  const { inputProps, listProps, optionProps } = useActiveOption(
    items.map(({ id }) => id),
    (id) => {
      const item = items.find((candidate) => candidate.id === id);
      onDone();
      item?.onSelect?.();
      if (item?.href !== undefined) router.push(item.href);
    },
  );
  return (
    <>
      <PaletteField {...inputProps} {...{ text, setText, placeholder }} ref={field} />
      <div
        {...listProps}
        aria-label="Results"
        className="max-h-[min(24rem,60dvh)] scroll-py-8 overflow-y-auto px-1 pb-2 empty:hidden"
      >
        {found.note !== null && (
          <p role="status" className="px-2 pt-3 text-xs text-muted">
            {found.note}
          </p>
        )}
        {shown.map((group) => (
          <Group key={group.heading} group={group} optionProps={optionProps} />
        ))}
      </div>
      <PaletteMessage state={found.state} empty={items.length === 0} />
    </>
  );
}

interface PaletteMessageProps {
  state: 'idle' | 'searching' | 'failed';
  empty: boolean;
}

function PaletteMessage({ state, empty }: PaletteMessageProps) {
  if (state === 'failed') {
    return (
      <p role="alert" className="border-t px-3 py-2 text-sm text-danger-text">
        The search failed. Places and commands still work.
      </p>
    );
  }
  if (!empty) return null;
  return (
    <p role="status" className="px-3 py-6 text-center text-sm text-muted">
      {state === 'searching' ? 'Searching…' : 'Nothing by that name'}
    </p>
  );
}

interface GroupProps {
  group: PaletteGroup;
  optionProps: ReturnType<typeof useActiveOption>['optionProps'];
}

function Group({ group, optionProps }: GroupProps) {
  const headingId = useId();
  return (
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} className="px-2 pt-3 pb-1 text-xs text-subtle">
        {group.heading}
      </div>
      {group.items.map((item) => (
        <Option key={item.id} item={item} {...optionProps(item.id)} />
      ))}
    </div>
  );
}

function Option({ item, ...props }: { item: PaletteItem } & ReturnType<GroupProps['optionProps']>) {
  return (
    <div {...props} className={cn(MENU_ITEM_CLASS, '[&>svg]:text-subtle')}>
      {item.icon}
      <span className="min-w-0 truncate">{item.label}</span>
      {item.detail && (
        <span className="min-w-0 shrink-[999] truncate text-subtle">{item.detail}</span>
      )}
      {item.keys && <Kbd keys={item.keys} className="ml-auto" />}
    </div>
  );
}

const PAUSE_MS = 150;
const SHORTEST_SEARCH = 2;

interface FoundItems {
  readonly state: 'idle' | 'searching' | 'failed';
  readonly groups: readonly PaletteGroup[];
  readonly note: string | null;
}

const IDLE: FoundItems = { state: 'idle', groups: [], note: null };

/** Runs a palette's search for a text. A newer text cancels the search for an older one. */
function useFoundItems(text: string, search: PaletteSearch | undefined): FoundItems {
  const [found, setFound] = useState<FoundItems & { text: string }>({ ...IDLE, text: '' });
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const wanted = text.trim();
  const searchable = search !== undefined && wanted.length >= SHORTEST_SEARCH;

  useEffect(() => {
    if (!searchable) return;
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      latest.current?.(wanted, abort.signal).then(
        (answer) => {
          if (!abort.signal.aborted) setFound({ ...answer, state: 'idle', text: wanted });
        },
        () => {
          if (!abort.signal.aborted) setFound({ ...IDLE, state: 'failed', text: wanted });
        },
      );
    }, PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, searchable]);

  if (!searchable) return IDLE;
  return found.text === wanted ? found : { ...found, state: 'searching', note: null };
}
