import type { ReactNode } from 'react';
import { PageHeader } from '@/components/layout/page-header';
import { Link } from '@/components/ui/link';
import { TextLink } from '@/components/ui/text-link';
import type { ApiDocument } from '@/domain/openapi/document';
import { operationsOf } from '@/domain/openapi/reading';
import { hrefs } from '@/features/hrefs';
import { Prose } from './fields';
import { OperationIndex } from './filters';
import { groupSlug, MethodName, operationAnchor } from './names';

interface ApiDocsProps {
  document: ApiDocument;
}

/** Frames a page of the API's document: an index of all operations at the side. */
export function ApiDocsFrame({ document, children }: ApiDocsProps & { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 px-4 py-6 lg:grid-cols-[18rem_minmax(0,1fr)] 2xl:max-w-[86rem] 2xl:grid-cols-[25rem_minmax(0,1fr)] print:block print:max-w-none print:p-0">
      <aside
        data-print="hide"
        className="min-w-0 lg:sticky lg:top-(--header-height) lg:max-h-[calc(100dvh-var(--header-height))] lg:overflow-y-auto lg:py-6"
      >
        <OperationIndex
          groups={document.tags.map(({ name }) => ({
            name,
            operations: operationsOf(document, name).map(({ path, method, operation }) => ({
              ...{ path, method, operationId: operation.operationId, summary: operation.summary },
            })),
          }))}
        />
      </aside>
      <main className="grid min-w-0 content-start gap-6 lg:py-6">{children}</main>
    </div>
  );
}

/**
 * Shows how the API is called, and all its operations in a line each; what they take and answer stands with their group.
 * @param base where the API is served: `https://eventide.example.com/api`
 */
export function ApiDocsStart({ document, base }: ApiDocsProps & { base: string }) {
  return (
    <>
      <PageHeader
        title={`${document.info.title} API`}
        aside={<span className="text-muted tabular-nums">{document.info.version}</span>}
        actions={
          <>
            <TextLink href={hrefs.docs.start}>Documentation</TextLink>
            <TextLink href={`${base}/openapi.json`}>OpenAPI document</TextLink>
          </>
        }
      />
      <div className="grid gap-3">
        <Prose text={document.info.description} />
        <p>
          The API is served at <code className="font-mono text-xs">{base}</code>.
        </p>
      </div>
      {document.tags.map(({ name, description }) => (
        <GroupInLines key={name} document={document} name={name} description={description} />
      ))}
    </>
  );
}

interface GroupInLinesProps extends ApiDocsProps {
  name: string;
  description: string;
}

function GroupInLines({ document, name, description }: GroupInLinesProps) {
  const href = hrefs.docs.apiGroup(groupSlug(name));
  // Addresses of the time when everything stood on one page lead here, too.
  const heading = `tag-${groupSlug(name)}`;
  return (
    <section aria-labelledby={heading} className="grid min-w-0 gap-2">
      <h2
        id={heading}
        className="scroll-mt-[calc(var(--header-height)+1rem)] text-lg font-semibold tracking-tight"
      >
        <Link href={href} className="rounded-sm hover:underline">
          {name}
        </Link>
      </h2>
      <p className="max-w-prose text-muted">{description}</p>
      <ul className="grid divide-y border-y">
        {operationsOf(document, name).map(({ path, method, operation }) => (
          <li
            key={operation.operationId}
            // Where an address of the time when everything stood on one page leads.
            id={operationAnchor(operation.operationId)}
            className="grid scroll-mt-[calc(var(--header-height)+1rem)] gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)] sm:items-baseline"
          >
            <span>
              <MethodName method={method} />
            </span>
            <Link
              href={`${href}#${operationAnchor(operation.operationId)}`}
              className="rounded-sm font-medium hover:underline"
            >
              {operation.summary}
            </Link>
            <code className="font-mono text-xs wrap-anywhere text-muted">{path}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
