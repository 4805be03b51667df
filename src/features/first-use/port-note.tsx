import { CodeBlock } from '@/components/ui/code-block';
import type { PortMapping } from '@/domain/scanner-setup/addresses';

/** What has to be done once on the server before any scanner reaches it. */
export function PortNote({ mapping }: { mapping: PortMapping }) {
  return (
    <details className="min-w-0 rounded-md border bg-surface px-3 py-2 text-sm">
      <summary className="text-muted">{mapping.explanation}</summary>
      {mapping.steps.map(({ title, code }) => (
        <div key={title} className="mt-3 grid min-w-0 gap-1.5">
          <p>{title}</p>
          <CodeBlock label={title} code={code} />
        </div>
      ))}
    </details>
  );
}
