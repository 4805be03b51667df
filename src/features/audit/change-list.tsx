import { cn } from '@/lib/cn';
import type { FieldChange } from './changes';

/** What a record's fields were and are. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  const changed = changes.filter(({ isChanged }) => isChanged);
  const kept = changes.filter(({ isChanged, before }) => !isChanged && before !== null);
  return (
    <>
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">Changed</h3>
        {changed.length === 0 ? (
          <p className="text-sm text-muted">Nothing of the record is kept with this entry.</p>
        ) : (
          <Fields changes={changed} />
        )}
      </section>
      {kept.length > 0 && (
        <details>
          <summary className="text-sm text-muted">What stayed as it was</summary>
          <div className="mt-2">
            <Fields changes={kept} />
          </div>
        </details>
      )}
    </>
  );
}

function Fields({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-3">
      {changes.map(({ field, before, after, isChanged }) => (
        <div key={field} className="grid min-w-0 gap-1">
          <dt className="font-mono text-xs text-muted">{field}</dt>
          {isChanged && before !== null && <Value mark="−" word="Before" text={before} gone />}
          {after !== null && <Value mark={isChanged ? '+' : ''} word="After" text={after} />}
        </div>
      ))}
    </dl>
  );
}

interface ValueProps {
  /** Tells before from after without colour. */
  readonly mark: string;
  readonly word: string;
  readonly text: string;
  readonly gone?: boolean;
}

function Value({ mark, word, text, gone = false }: ValueProps) {
  return (
    <dd
      className={cn(
        'flex min-w-0 gap-2 rounded-sm px-2 py-1 font-mono text-xs',
        gone ? 'bg-danger-soft text-danger-text' : 'bg-sunken',
        mark === '+' && 'bg-accent-soft text-accent-text',
      )}
    >
      <span aria-hidden className="w-2 shrink-0 select-none">
        {mark}
      </span>
      <span className="sr-only">{word}: </span>
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{text}</span>
    </dd>
  );
}
