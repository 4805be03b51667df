import { Badge } from '@/components/ui/badge';
import type { Outputs } from '@/trpc/outputs';

type Change = Outputs['ownCatalog']['change']['changes'][number];

const TONES = { added: 'accent', changed: 'neutral', removed: 'neutral' } as const;

/** Lists what a document changes, product by product. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <section aria-label="What it changes" className="pt-3">
      <ul className="rounded-md border">
        {changes.map(({ change, line, slug, name, fields }) => (
          <li
            key={slug}
            className="grid gap-x-4 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[minmax(0,1fr)_5rem]"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <span className="wrap-anywhere">{name}</span>
              <Badge tone={TONES[change]}>{change}</Badge>
            </span>
            <span className="text-muted md:text-right">
              {line === null ? 'not in it' : `line ${String(line)}`}
            </span>
            {fields.length > 0 && (
              <ul className="grid min-w-0 gap-0.5 font-mono text-xs md:col-span-2">
                {fields.map(({ field, before, after }) => (
                  <li key={field} className="wrap-anywhere">
                    {field}: {before !== null && <del className="text-muted">{before}</del>} {after}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
