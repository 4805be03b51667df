import { Link } from './link';
import type { ComponentProps } from 'react';
import { ArrowUpRight } from 'lucide-react';
import { cn } from '@/lib/cn';

export interface TextLinkProps extends ComponentProps<typeof Link> {
  /** For another site: opens in a tab of its own and says so. */
  external?: boolean;
}

/** A link in running text. */
export function TextLink({ external = false, className, children, ...rest }: TextLinkProps) {
  return (
    <Link
      className={cn(
        'rounded-sm text-accent-text underline decoration-current/35 underline-offset-3 hover:decoration-current',
        className,
      )}
      {...(external ? { target: '_blank', rel: 'noreferrer' } : {})}
      {...rest}
    >
      {children}
      {external && (
        <>
          <ArrowUpRight aria-hidden className="ml-0.5 inline size-3.5 align-[-0.15em]" />
          <span className="sr-only"> (opens in a new tab)</span>
        </>
      )}
    </Link>
  );
}
