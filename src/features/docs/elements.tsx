import { isValidElement, type ComponentProps, type ReactNode } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { cn } from '@/lib/cn';
import { OwnExample } from './own-example';

/** Components for the elements of Markdown. */
export const DOCS_ELEMENTS = {
  h1: (props: ComponentProps<'h1'>) => (
    <h1 {...props} className="text-2xl font-semibold tracking-tight text-balance" />
  ),
  h2: (props: ComponentProps<'h2'>) => <Heading as="h2" {...props} />,
  h3: (props: ComponentProps<'h3'>) => <Heading as="h3" {...props} />,
  p: (props: ComponentProps<'p'>) => (
    <p {...props} className="max-w-prose leading-6 wrap-break-word" />
  ),
  ul: (props: ComponentProps<'ul'>) => <ul {...props} className={cn(LIST_CLASS, 'list-disc')} />,
  ol: (props: ComponentProps<'ol'>) => <ol {...props} className={cn(LIST_CLASS, 'list-decimal')} />,
  li: (props: ComponentProps<'li'>) => (
    <li {...props} className="leading-6 marker:text-subtle [&>div]:my-2 [&>ul]:my-1" />
  ),
  a: ({ href = '', children }: ComponentProps<'a'>) => (
    <TextLink href={href} prefetch={false} external={/^https?:/.test(href)}>
      {children}
    </TextLink>
  ),
  code: (props: ComponentProps<'code'>) => (
    <code {...props} className="rounded-sm bg-sunken px-1 font-mono text-xs wrap-anywhere" />
  ),
  pre: Pre,
  table: Table,
  th: (props: ComponentProps<'th'>) => (
    <th
      {...props}
      className="border-b px-3 py-2 text-left font-medium first-letter:uppercase first:pl-0 last:pr-0"
    />
  ),
  td: (props: ComponentProps<'td'>) => (
    <td
      {...props}
      className="border-b px-3 py-2 align-top leading-6 not-first:not-last:min-w-28 first:pl-0 last:min-w-56 last:pr-0 first:[&_code]:wrap-normal"
    />
  ),
};

const LIST_CLASS = 'grid max-w-prose grid-cols-[minmax(0,1fr)] gap-1.5 pl-5';

function Heading({ as: As, id, children }: ComponentProps<'h2'> & { as: 'h2' | 'h3' }) {
  return (
    <As
      id={id}
      className={cn(
        'group font-semibold tracking-tight text-balance',
        As === 'h2' ? 'mt-6 text-xl' : 'mt-3 text-lg',
      )}
    >
      {children}
      <a
        href={`#${id}`}
        aria-label="Link to this section"
        data-print="hide"
        className="ml-2 rounded-sm font-normal text-subtle opacity-0 group-hover:opacity-100 focus:opacity-100"
      >
        #
      </a>
    </As>
  );
}

/** Shows a block of code, with the label that `remark-sections.mjs` gave its `<code>`. */
function Pre({ children }: { children?: ReactNode }) {
  if (!isValidElement<{ children?: string; 'data-label'?: string }>(children)) return null;
  const { children: code = '', 'data-label': label = 'Text' } = children.props;
  return <OwnExample code={code.trimEnd()} label={label} />;
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    <div tabIndex={0} role="group" aria-label="Table" className="relative overflow-x-auto">
      <table className="w-full border-collapse text-sm">{children}</table>
    </div>
  );
}
