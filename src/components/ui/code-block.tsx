import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';
import { cn } from '@/lib/cn';

export interface CodeBlockProps {
  code: string;
  /** What it is, for those who listen: "Shell command". */
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
        <div className="flex items-center gap-2 border-b px-3 pr-12 text-xs text-muted">
          {header}
        </div>
      )}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="overflow-x-auto py-3 pr-12 pl-3 font-mono text-xs leading-5 -outline-offset-2"
      >
        <code>{code}</code>
      </pre>
      <CopyButton
        value={code}
        label="Copy"
        className={cn('absolute right-1 bg-sunken', header ? 'top-0.5' : 'top-2')}
      />
    </div>
  );
}
