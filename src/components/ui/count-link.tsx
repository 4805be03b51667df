import { Link } from './link';
import { countOf, formatCount } from '@/lib/numbers';

export interface CountLinkProps {
  value: number;
  /** The noun counted, for screen readers: "image". */
  noun: string;
  /** When it takes no plain s. */
  plural?: string;
  /** Opens exactly the list the number counts; null: no address says it. */
  href: string | null;
}

/** Links a number in a table to the rows it counts. Zero is no link, nor is what no list can be asked for. */
export function CountLink({ value, noun, plural, href }: CountLinkProps) {
  if (value === 0) return <span className="text-subtle">0</span>;
  if (href === null) return <span className="tabular-nums">{formatCount(value)}</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={countOf(value, noun, plural)}
      className="-mx-1.5 rounded-sm px-1.5 py-1 tabular-nums hover:bg-active hover:text-accent-text"
    >
      {formatCount(value)}
    </Link>
  );
}
