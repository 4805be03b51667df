import Link from 'next/link';
import { labelHref } from './search-params';
import { cn } from '@/lib/cn';

export interface LabelChipsProps {
  labels: Readonly<Record<string, string>> | null;
  /** How many are shown; the rest are a number that names them on hover. All unless given. */
  limit?: number;
  className?: string;
}

/** An image's labels, each a link to the images that share it. */
export function LabelChips({ labels, limit, className }: LabelChipsProps) {
  const all = Object.entries(labels ?? {});
  if (all.length === 0) return <span className="text-subtle">None</span>;
  const shown = all.slice(0, limit);
  const rest = all.slice(shown.length);
  return (
    <span className={cn('flex min-w-0 items-center gap-1', className)}>
      {shown.map(([key, value]) => (
        <LabelChip key={key} name={key} value={value} isWhole={limit === undefined} />
      ))}
      {rest.length > 0 && (
        <span
          className="shrink-0 text-xs text-subtle"
          title={rest.map(([key, value]) => `${key}: ${value}`).join('\n')}
        >
          +{rest.length}
          <span className="sr-only"> more labels</span>
        </span>
      )}
    </span>
  );
}

interface LabelChipProps {
  name: string;
  value: string;
  /** Where all are shown there is room for long ones. */
  isWhole: boolean;
}

function LabelChip({ name, value, isWhole }: LabelChipProps) {
  return (
    <Link
      href={labelHref(name, value)}
      prefetch={false}
      title={`Images with ${name}: ${value}`}
      className={cn(
        'inline-flex h-5 min-w-0 items-center gap-1 rounded-sm bg-active px-1.5 text-xs hover:text-accent-text',
        isWhole ? 'max-w-full' : 'max-w-48',
      )}
    >
      <span className="min-w-0 shrink truncate text-muted">{name}</span>
      <span className="min-w-0 shrink truncate">{value}</span>
    </Link>
  );
}
