import Link from 'next/link';
import { countOf, formatCount } from '@/lib/numbers';

export interface CountLinkProps {
  value: number;
  /** What is counted, for those who listen: "image". Its plural takes a plain s. */
  noun: string;
  /** Opens exactly the list the number counts. */
  href: string;
}

/** A number in a table that is a door. Zero leads nowhere. */
export function CountLink({ value, noun, href }: CountLinkProps) {
  if (value === 0) return <span className="text-subtle">0</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={countOf(value, noun)}
      className="-mx-1.5 rounded-sm px-1.5 py-1 tabular-nums hover:bg-active hover:text-accent-text"
    >
      {formatCount(value)}
    </Link>
  );
}
