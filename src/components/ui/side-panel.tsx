'use client';

import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
} from 'react';
import { Link } from './link';
import { useRouter } from 'next/navigation';
import { Maximize2, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { Button } from './button';
import { isTyped, SHADE } from './dialog';
import { useShortcuts } from '@/lib/use-shortcuts';

export interface SidePanelProps {
  title: ReactNode;
  /** Under the title: what kind of thing this is, and its state. */
  subtitle?: ReactNode;
  /** The page's address without the panel. Escape goes there too. */
  closeHref: string;
  /** Builds the address of the same thing as a full page. */
  pageHref?: string;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * Details next to a list that stays usable: it takes no focus and darkens nothing. Which row it
 * shows is in the page's address, so it is opened and closed by links. Where there is no room beside a list it covers the
 * window, and is a dialog: keys would go through the rows below, which nobody sees.
 */
export function SidePanel(props: SidePanelProps) {
  const [isNarrow] = useState(narrowAtFirst);
  const isCovering = useSyncExternalStore(never, isNarrow, () => false);
  return isCovering ? <CoveringPanel {...props} /> : <PanelBeside {...props} />;
}

/**
 * Looks once whether the window is narrow, as `sm:` has it. A panel stays what it is: turned into the other where a phone is
 * turned, it would be made anew, and what is being written in it would be gone.
 */
function narrowAtFirst(): () => boolean {
  let found: boolean | undefined;
  return () => (found ??= window.matchMedia('(width < 40rem)').matches);
}

const never = () => () => undefined;

function PanelBeside(props: SidePanelProps) {
  const { closeHref, title } = props;
  const titleId = useId();
  const router = useRouter();
  const row = useRowFocus();
  useShortcuts(
    useMemo(
      () => [
        {
          keys: 'Escape',
          label: 'Close the panel',
          group: 'Lists',
          run: () => {
            row.look();
            router.push(closeHref, { scroll: false });
          },
        },
      ],
      [router, closeHref, row],
    ),
  );
  useEffect(
    () => () => {
      // What had the focus inside is gone, and the focus with it. One that is elsewhere on the page stays there, and so does
      // none where another row was pressed, whose panel takes this one's place.
      const isNext = document.querySelector(ROW_SHOWN) !== null;
      if (document.activeElement === document.body && !isNext) row.focus();
    },
    [row],
  );
  return (
    <aside
      aria-labelledby={titleId}
      data-print="hide"
      className="fixed inset-x-0 top-0 bottom-0 z-30 flex animate-slide-in flex-col bg-surface sm:top-(--header-height) sm:left-auto sm:w-[30rem] sm:border-l xl:w-[34rem]"
    >
      <Content
        {...props}
        heading={
          <h2 id={titleId} className={TITLE_CLASS}>
            {title}
          </h2>
        }
        onClose={row.look}
      />
    </aside>
  );
}

function CoveringPanel(props: SidePanelProps) {
  const { closeHref, title } = props;
  const router = useRouter();
  const row = useRowFocus();
  const closing = useRef<HTMLAnchorElement>(null);
  const close = () => {
    row.look();
    router.push(closeHref, { scroll: false });
  };
  return (
    <Radix.Root open onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay {...SHADE} />
        <Radix.Content
          aria-describedby={undefined}
          data-print="hide"
          className="fixed inset-0 z-50 flex animate-slide-in flex-col bg-surface outline-none"
          // By itself it would begin behind the first links, at whatever changes what is shown.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            closing.current?.focus();
          }}
          // What is written in it has an Escape of its own, as beside a list.
          onEscapeKeyDown={(event) => {
            if (isTyped(event.target)) event.preventDefault();
          }}
          // Beside it are only messages about what was done.
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            row.focus();
          }}
        >
          <Content
            {...props}
            heading={<Radix.Title className={TITLE_CLASS}>{title}</Radix.Title>}
            closing={closing}
            onClose={row.look}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const TITLE_CLASS = 'text-lg font-semibold wrap-anywhere';

interface ContentProps extends SidePanelProps {
  /** The link that closes it. */
  closing?: Ref<HTMLAnchorElement>;
  /** Called before its link closes it. */
  onClose: () => void;
  /** The title as a heading. */
  heading: ReactNode;
}

function Content({
  heading,
  subtitle,
  closeHref,
  pageHref,
  actions,
  footer,
  children,
  closing,
  onClose,
}: ContentProps) {
  return (
    <>
      <header className="flex items-start gap-2 border-b px-5 py-3">
        <div className="min-w-0 grow">
          {heading}
          {subtitle && <div className="mt-1 text-sm text-muted">{subtitle}</div>}
        </div>
        {actions}
        {pageHref !== undefined && (
          <Button asChild variant="ghost" size="sm" className="w-7 px-0">
            <Link href={pageHref} aria-label="Open as a page" title="Open as a page">
              <Maximize2 aria-hidden />
            </Link>
          </Button>
        )}
        <Button asChild variant="ghost" size="sm" className="-mr-2 w-7 px-0">
          <Link
            ref={closing}
            href={closeHref}
            scroll={false}
            aria-label="Close"
            title="Close (Esc)"
            onClick={onClose}
          >
            <X aria-hidden />
          </Link>
        </Button>
      </header>
      <div className="grow overflow-y-auto px-5 py-4">{children}</div>
      {footer && <footer className="flex gap-2 border-t px-5 py-3">{footer}</footer>}
    </>
  );
}

/** The link of the row whose panel is open. */
const ROW_SHOWN = 'tr[aria-current=true] [data-row-link]';

/** Finds the row that the panel is of, and gives it the focus once the panel is gone: the row is marked no more then. */
function useRowFocus() {
  const link = useRef<HTMLElement | null>(null);
  const look = useCallback(() => {
    const marked = document.querySelector<HTMLElement>(ROW_SHOWN);
    link.current = marked ?? link.current;
  }, []);
  useEffect(look);
  const focus = useCallback(() => link.current?.focus(), []);
  return useMemo(() => ({ look, focus }), [look, focus]);
}
