import { PageHeader } from '@/components/layout/page-header';
import { TextLink } from '@/components/ui/text-link';
import type { ApiDocument, ApiMethod, ApiOperation, JsonSchema } from '@/domain/openapi/document';
import { hrefs } from '@/features/hrefs';
import { FieldList, fieldListOf, Prose, TypeName } from './fields';
import { modelAnchor, tagAnchor } from './names';
import { OperationArticle } from './operation';
import { OperationIndex } from './filters';

export interface ApiDocsProps {
  document: ApiDocument;
  /** Where the API is served: `https://eventide.example.com/api`. */
  base: string;
}

interface Listed {
  readonly path: string;
  readonly method: ApiMethod;
  readonly operation: ApiOperation;
}

/** Shows the API's document: an index at the side, operations by group, models at the end. */
export function ApiDocs({ document, base }: ApiDocsProps) {
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operationsOf(document, name),
  }));
  return (
    <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 px-4 py-6 lg:grid-cols-[18rem_minmax(0,1fr)] print:block print:max-w-none print:p-0">
      <aside
        data-print="hide"
        className="min-w-0 lg:sticky lg:top-(--header-height) lg:max-h-[calc(100dvh-var(--header-height))] lg:overflow-y-auto lg:py-6"
      >
        <OperationIndex
          groups={groups.map(({ name, operations }) => ({
            name,
            operations: operations.map(({ path, method, operation }) => ({
              ...{ path, method, operationId: operation.operationId, summary: operation.summary },
            })),
          }))}
        />
      </aside>
      <main className="grid min-w-0 content-start gap-6 lg:py-6">
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
        {groups.map(({ name, description, operations }) => (
          <section key={name} aria-labelledby={tagAnchor(name)} className="min-w-0">
            <h2
              id={tagAnchor(name)}
              className="scroll-mt-[calc(var(--header-height)+1rem)] text-xl font-semibold tracking-tight"
            >
              {name}
            </h2>
            <p className="pb-4 text-muted">{description}</p>
            {operations.map((one) => (
              <OperationArticle key={one.operation.operationId} {...one} base={base} />
            ))}
          </section>
        ))}
        <section aria-labelledby="models" className="grid min-w-0 gap-3">
          <h2
            id="models"
            className="scroll-mt-[calc(var(--header-height)+1rem)] text-xl font-semibold tracking-tight"
          >
            Models
          </h2>
          <ModelList models={document.components.schemas} />
        </section>
      </main>
    </div>
  );
}

function operationsOf(document: ApiDocument, tag: string): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      // The keys of a path are its methods.
      .map(([method, operation]) => ({ path, method: method as ApiMethod, operation })),
  );
}

/** Shows the models that operations name. A link to one opens it: its target stands inside. */
function ModelList({ models }: { models: Readonly<Record<string, JsonSchema>> }) {
  return (
    <div className="grid divide-y border-y">
      {Object.entries(models).map(([name, schema]) => (
        <details key={name} className="min-w-0">
          <summary className="cursor-pointer rounded-sm py-2 font-mono text-xs hover:bg-hover">
            {schema.title ?? name}
          </summary>
          <div
            id={modelAnchor(name)}
            className="grid scroll-mt-[calc(var(--header-height)+2.5rem)] gap-2 pb-4 sm:pl-4"
          >
            {schema.description !== undefined && <Prose text={schema.description} />}
            {schema.properties ? (
              <FieldList fields={fieldListOf(schema)} />
            ) : (
              <TypeName schema={schema} />
            )}
          </div>
        </details>
      ))}
    </div>
  );
}
