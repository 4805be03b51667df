import type { ReactNode } from 'react';
import { ArrowUp, CloudOff } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { DateTime } from '@/components/status/date-time';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';

export interface NewRowsProps {
  /** Whether a list of the page shows other rows than it has now. */
  readonly isWaiting: boolean;
  /** Rows that no list shows yet. */
  readonly added: number;
  readonly onShow: () => void;
}

/** Offers the rows that have come since a list was read. Says so once, however many come then. */
export function NewRows({ isWaiting, added, onShow }: NewRowsProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {isWaiting && 'A list on this page has moved. A button at its end shows it as it is now.'}
      </p>
      {isWaiting && (
        <Afloat>
          <Button
            size="sm"
            variant="ghost"
            onClick={onShow}
            className="rounded-full text-accent-text"
          >
            <ArrowUp aria-hidden />
            {added > 0 ? `Show ${countOf(added, 'new row')}` : 'Show the list as it is now'}
          </Button>
        </Afloat>
      )}
    </>
  );
}

export interface NotMovingProps {
  readonly why: 'signed-out' | 'away';
  /** Whether the reader is at something that leaving the page would throw away. */
  readonly isBusy?: boolean;
  /** When the server was last heard of. */
  readonly since?: Date;
  readonly onSignIn: () => void;
}

/** Says that the page's numbers stand still, and why. Nothing that is being written is lost. */
export function NotMoving({ why, isBusy = false, since, onSignIn }: NotMovingProps) {
  return (
    <Afloat>
      <p role="status" className="flex items-center gap-2 px-2 py-1 text-sm">
        <CloudOff aria-hidden className="size-4 shrink-0 text-muted" />
        {why === 'signed-out' ? (
          isBusy ? (
            'You are signed out. What you have written is still here, for when you have signed in.'
          ) : (
            'You are signed out: nothing on this page moves any more.'
          )
        ) : (
          <span>
            The server does not answer. This is as of{' '}
            {since && <DateTime value={since.toISOString()} />}.
          </span>
        )}
      </p>
      {why === 'signed-out' &&
        (isBusy ? (
          <Button asChild size="sm">
            <a href={hrefs.signIn()} target="_blank" rel="noopener">
              Sign in in another tab
            </a>
          </Button>
        ) : (
          <Button size="sm" onClick={onSignIn}>
            Sign in
          </Button>
        ))}
    </Afloat>
  );
}

/** Above the page, where it moves nothing. */
function Afloat({ children }: { readonly children: ReactNode }) {
  return (
    <div
      data-print="hide"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar-height)+0.75rem)] z-20 flex justify-center px-4 sm:bottom-4"
    >
      <div className="pointer-events-auto flex max-w-full flex-wrap items-center gap-2 rounded-md bg-raised p-1 shadow-overlay motion-safe:animate-rise-in">
        {children}
      </div>
    </div>
  );
}
