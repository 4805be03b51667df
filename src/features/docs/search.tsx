'use client';

import { useMemo, useRef, useState } from 'react';
import { useRouter } from 'next/navigation';
import { Search } from 'lucide-react';
import { FIELD_CLASS } from '@/components/ui/input';
import { Kbd } from '@/components/ui/kbd';
import { HIGHLIGHT_CLASS } from '@/components/ui/menu-classes';
import { useActiveOption } from '@/components/ui/use-active-option';
import { hrefs } from '@/features/hrefs';
import { cn } from '@/lib/cn';
import { useShortcuts } from '@/lib/use-shortcuts';
import { findSections, type DocsPage, type FoundSection } from './sections';

const LABEL = 'Search the documentation';

type ActiveOption = ReturnType<typeof useActiveOption>;
type Index = readonly DocsPage[] | 'failed' | null;

/** Searches all pages: `/` focuses it, arrows and Enter choose. The text is loaded on first use. */
export function DocsSearch() {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { index, load } = useIndex();
  const found = useMemo(
    () => (index === null || index === 'failed' ? [] : findSections(index, text)),
    [index, text],
  );
  const leave = () => {
    setOpen(false);
    setText('');
    input.current?.blur();
  };
  const { inputProps, listProps, optionProps } = useActiveOption(
    found.map(({ href }) => href),
    (href) => {
      leave();
      router.push(href);
    },
  );
  useShortcuts(
    useMemo(
      () => [{ keys: '/', label: LABEL, group: 'Lists', run: () => input.current?.focus() }],
      [],
    ),
  );
  const isShown = isOpen && text.trim() !== '';
  return (
    <div
      role="search"
      className="relative w-full sm:max-w-md"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-subtle"
      />
      <input
        {...inputProps}
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={LABEL}
        aria-expanded={isShown}
        aria-controls={isShown ? listProps.id : undefined}
        aria-activedescendant={isShown ? inputProps['aria-activedescendant'] : undefined}
        placeholder="Search"
        value={text}
        onFocus={() => {
          setOpen(true);
          load();
        }}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
          else if (isShown) inputProps.onKeyDown(event);
        }}
        className={cn(FIELD_CLASS, 'peer h-8 px-8 pointer-coarse:h-10')}
      />
      <Kbd
        keys="/"
        className="pointer-events-none absolute inset-y-0 right-1.5 items-center peer-focus:hidden pointer-coarse:hidden"
      />
      {isShown && (
        <Found
          found={found}
          message={message(index, found.length)}
          listProps={listProps}
          optionProps={optionProps}
        />
      )}
    </div>
  );
}

interface FoundProps extends Pick<ActiveOption, 'listProps' | 'optionProps'> {
  readonly found: readonly FoundSection[];
  readonly message: string;
}

function Found({ found, message: text, listProps, optionProps }: FoundProps) {
  return (
    <div className="fixed inset-x-3 top-[calc(var(--header-height)+0.25rem)] z-50 max-h-[70dvh] overflow-y-auto rounded-md bg-raised p-1 shadow-overlay sm:absolute sm:inset-x-0 sm:top-full sm:mt-1 sm:w-[32rem]">
      <div {...listProps} aria-label="Found sections" className="empty:hidden">
        {found.map((section) => (
          <Option key={section.href} section={section} {...optionProps(section.href)} />
        ))}
      </div>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'px-2 py-3 text-muted'}>
        {text}
      </p>
    </div>
  );
}

function message(index: Index, count: number): string {
  if (index === null) return 'Fetching the pages…';
  if (index === 'failed') return 'The search failed. The pages can still be read.';
  return count === 0 ? 'Nothing in the documentation has all of these words' : `${count} found`;
}

interface OptionProps {
  section: FoundSection;
}

function Option({
  section: { title, page, excerpt },
  ...props
}: OptionProps & ReturnType<ActiveOption['optionProps']>) {
  return (
    <div {...props} className={cn('grid cursor-pointer rounded-sm px-2 py-1.5', HIGHLIGHT_CLASS)}>
      <span className="font-medium">
        {title}
        {page !== null && <span className="font-normal text-muted"> · {page}</span>}
      </span>
      <span className="truncate text-sm text-muted">{excerpt}</span>
    </div>
  );
}

/** Loads the text of all pages once; `load` tries again after a failure. */
function useIndex() {
  const [index, setIndex] = useState<Index>(null);
  const isAsked = useRef(false);
  const load = () => {
    if (isAsked.current) return;
    isAsked.current = true;
    fetch(hrefs.docs.searchIndex)
      .then(async (response) => {
        if (!response.ok) throw new Error(`The search index: ${response.status}`);
        // The server's own file: `search-index/route.ts` has its type.
        setIndex((await response.json()) as readonly DocsPage[]);
      })
      .catch(() => {
        isAsked.current = false;
        setIndex('failed');
      });
  };
  return { index, load };
}
