import { PageHeader } from '@/components/layout/page-header';
import type { ApiDocument, JsonSchema } from '@/domain/openapi/document';
import { modelsOf, operationsOf } from '@/domain/openapi/reading';
import { hrefs } from '@/features/hrefs';
import { FieldList, fieldListOf, Prose, TypeName } from './fields';
import { modelAnchor } from './names';
import { OperationArticle } from './operation';

export interface ApiGroupProps {
  document: ApiDocument;
  /** Name of the group. */
  name: string;
  description: string;
  /** Where the API is served: `https://eventide.example.com/api`. */
  base: string;
}

/** Shows the operations of a group in full, and the models that they name. */
export function ApiGroup({ document, name, description, base }: ApiGroupProps) {
  const operations = operationsOf(document, name);
  return (
    <>
      <PageHeader
        title={name}
        description={description}
        crumbs={[{ label: `${document.info.title} API`, href: hrefs.docs.api }]}
      />
      <div className="min-w-0">
        {operations.map((one) => (
          <OperationArticle key={one.operation.operationId} {...one} base={base} />
        ))}
      </div>
      <section aria-labelledby="models" className="grid min-w-0 gap-3">
        <h2
          id="models"
          className="scroll-mt-[calc(var(--header-height)+1rem)] text-lg font-semibold tracking-tight"
        >
          Models
        </h2>
        <ModelList
          models={modelsOf(
            document,
            operations.map(({ operation }) => operation),
          )}
        />
      </section>
    </>
  );
}

/** Shows models. A link to one opens it: its target stands inside. */
function ModelList({ models }: { models: readonly (readonly [string, JsonSchema])[] }) {
  return (
    <div className="grid divide-y border-y">
      {models.map(([name, schema]) => (
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
