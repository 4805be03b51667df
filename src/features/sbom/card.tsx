'use client';

import { ErrorState } from '@/components/feedback/error-state';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import { formatBytes, withReadableSizes } from '@/lib/numbers';
import { usePageDrop } from './fields';
import type { DocumentRefused } from './query';
import type { Progress } from './types';

/** Faults of a document shown at once. */
const SHOWN_FAULTS = 10;

export interface SendingProps {
  name: string;
  progress: Progress | null;
  onStop: () => void;
}

/** Shows how much of a file has been sent. */
export function Sending({ name, progress, onStop }: SendingProps) {
  const { sentBytes = 0, totalBytes = 0 } = progress ?? {};
  const isSent = sentBytes >= totalBytes;
  usePageDrop();
  return (
    <section
      role="status"
      aria-label="Sending the document"
      className="grid gap-2 rounded-md border bg-surface px-4 py-3"
    >
      <div className="flex items-center gap-3 text-sm">
        <span className="min-w-0 grow truncate font-medium">{name}</span>
        <span data-numeric className="shrink-0 text-muted">
          {isSent ? 'Reading…' : `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
        </span>
        <Button size="sm" onClick={onStop}>
          Stop
        </Button>
      </div>
      <progress
        aria-label="Sent"
        value={isSent ? undefined : sentBytes}
        max={Math.max(1, totalBytes)}
        className={cn(
          'h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover',
          '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent',
          // Without a value there is nothing to draw but the bar itself.
          isSent && 'bg-accent motion-safe:animate-pulse [&::-webkit-progress-bar]:bg-accent',
        )}
      />
    </section>
  );
}

export interface RefusalProps {
  title: string;
  error: DocumentRefused;
}

/** Tells why a document was not taken, with the place of each fault in it. */
export function Refusal({ title, error: { status, message, faults, requestId } }: RefusalProps) {
  return (
    <ErrorState title={title} requestId={requestId}>
      {faults.length > 0 ? (
        <ul className="grid gap-1">
          {faults.slice(0, SHOWN_FAULTS).map(({ loc, msg }) => (
            <li key={`${loc.join('.')} ${msg}`} className="wrap-anywhere">
              {placeOf(loc)}
              {msg.replace(/^Value error, /, '')}
            </li>
          ))}
        </ul>
      ) : (
        reasonOf(status, message)
      )}
      <p>Nothing was stored.</p>
    </ErrorState>
  );
}

/** Writes where in the document a fault is; the document itself needs no name. */
function placeOf(loc: readonly (string | number)[]) {
  const place = loc.filter((part) => part !== 'body' && part !== 'query').join('.');
  return place !== '' && <code className="mr-2 font-mono text-xs text-fg">{place}</code>;
}

function reasonOf(status: number | null, message: string): string {
  if (status === null) return 'The server did not answer. Check your connection and try again.';
  if (status === 401) return 'You are signed out: sign in in another tab, then try again.';
  if (status === 413)
    return withReadableSizes(message) || 'The document is larger than this service takes.';
  if (status === 403) return 'Your role does not allow it.';
  if (status === 503) return 'The server has no room for it just now. Try again in a minute.';
  return message || 'The server did not take it.';
}
