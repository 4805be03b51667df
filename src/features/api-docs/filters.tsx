'use client';

import { useState } from 'react';
import { useSelectedLayoutSegment } from 'next/navigation';
import { SearchInput } from '@/components/data-table/search-input';
import { Breakable } from '@/components/ui/breakable';
import { Link } from '@/components/ui/link';
import type { ApiMethod } from '@/domain/openapi/document';
import { hrefs } from '@/features/hrefs';
import { groupSlug, MethodName, operationAnchor } from './names';

export interface IndexedOperation {
  readonly operationId: string;
  readonly method: ApiMethod;
  readonly path: string;
  readonly summary: string;
}

export interface IndexedGroup {
  readonly name: string;
  readonly operations: readonly IndexedOperation[];
}

/** Lists all operations, with a search among them. */
export function OperationIndex({ groups }: { groups: readonly IndexedGroup[] }) {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/);
  const found = groups
    .map(({ name, operations }) => ({
      name,
      operations: operations.filter(({ method, path, summary }) => {
        const text = `${name} ${method} ${path} ${summary}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
  return (
    <div className="grid min-w-0 content-start gap-3">
      <SearchInput
        value={search}
        onChange={setSearch}
        label="Search operations"
        delayMs={0}
        className="sm:w-full"
      />
      <nav aria-label="Operations" className="max-h-64 overflow-y-auto lg:max-h-none">
        {found.map((group) => (
          <Group key={group.name} {...group} />
        ))}
      </nav>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'text-muted'}>
        {found.length > 0 ? '' : 'No operation matches'}
      </p>
    </div>
  );
}

function Group({ name, operations }: IndexedGroup) {
  const slug = groupSlug(name);
  const href = hrefs.docs.apiGroup(slug);
  const isShown = useSelectedLayoutSegment() === slug;
  return (
    <section className="pb-3">
      <h2 className="text-xs font-medium text-subtle">
        <Link
          href={href}
          className="rounded-sm hover:text-fg aria-[current]:text-fg"
          {...(isShown && { 'aria-current': 'page' as const })}
        >
          {name}
        </Link>
      </h2>
      <ul>
        {operations.map(({ operationId, method, path, summary }) => (
          <li key={operationId}>
            <Link
              href={`${href}#${operationAnchor(operationId)}`}
              title={summary}
              className="flex items-baseline gap-2 rounded-sm py-1 hover:bg-hover"
            >
              <span className="w-16 shrink-0">
                <MethodName method={method} />
              </span>
              <span className="min-w-0 font-mono text-xs wrap-anywhere">
                <Breakable text={path} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
