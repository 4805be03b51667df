import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';
import { cn } from '@/lib/cn';

export interface CodeBlockProps {
  code: string;
  /** The accessible name: "Shell command". */
  label: string;
  /** Shown above it: a file name, or the tabs of `CodeTabs`. */
  header?: ReactNode;
  className?: string;
}

/** Text for a terminal or a file, with a button that copies it. Long lines scroll. */
export function CodeBlock({ code, label, header, className }: CodeBlockProps) {
  return (
    <div className={cn('relative min-w-0 overflow-hidden rounded-md border bg-sunken', className)}>
      {header && (
        <div className="flex min-h-9 items-center gap-2 border-b px-3 pr-12 text-xs text-muted print:has-[button]:hidden pointer-coarse:min-h-11">
          {header}
        </div>
      )}
      {/* Beside the text, not over it: a long line scrolls up to the button. */}
      <div className="flex items-start">
        <pre
          tabIndex={0}
          role="region"
          aria-label={label}
          className="min-w-0 grow overflow-x-auto p-3 font-mono text-xs leading-5 -outline-offset-2"
        >
          <code>{code}</code>
        </pre>
        <CopyButton
          value={code}
          label="Copy"
          className={header ? 'absolute top-0.5 right-1 bg-sunken' : 'mt-2 mr-1 shrink-0'}
        />
      </div>
    </div>
  );
}
