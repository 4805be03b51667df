import { Badge } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/code-block';
import type { ApiMethod, ApiOperation, ApiResponse, JsonSchema } from '@/domain/openapi/document';
import { curlExample } from '@/domain/openapi/reading';
import { FieldList, fieldListOf, Prose, TypeName } from './fields';
import { MethodName, operationAnchor } from './names';

interface OperationArticleProps {
  path: string;
  method: ApiMethod;
  operation: ApiOperation;
  /** Where the API is served. */
  base: string;
}

/** Shows one path and verb: parameters, body, answers, errors and a call from a shell. */
export function OperationArticle({ path, method, operation, base }: OperationArticleProps) {
  const { summary, description, parameters, requestBody } = operation;
  const anchor = operationAnchor(operation.operationId);
  return (
    <article aria-labelledby={anchor} className="grid min-w-0 gap-4 border-t py-6">
      <header className="grid gap-1.5">
        <h2
          id={anchor}
          className="scroll-mt-[calc(var(--header-height)+1rem)] text-lg font-semibold tracking-tight"
        >
          <a href={`#${anchor}`} className="rounded-sm hover:underline">
            {summary}
          </a>
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <MethodName method={method} />
          <code className="font-mono text-sm wrap-anywhere">{path}</code>
          {operation.security.length === 0 && <Badge tone="outline">No credential needed</Badge>}
          {operation.servers && <Badge tone="outline">Also at the root</Badge>}
        </p>
      </header>
      {description !== undefined && <Prose text={description} />}
      {parameters.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-medium">Parameters</h3>
          <FieldList
            fields={parameters.map(({ in: place, required: isRequired, ...rest }) => ({
              ...{ ...rest, place, isRequired },
            }))}
          />
        </section>
      )}
      {requestBody && (
        <SchemaSection
          title="Body"
          of={summary}
          {...requestBody.content['application/json']}
          example={requestBody.content['application/json'].example}
          {...(requestBody.required ? {} : { aside: 'may be left out' })}
        />
      )}
      <Answers operation={operation} />
      <CodeBlock
        code={curlExample(base, path, method, operation)}
        label={`Call ${summary} from a shell`}
      />
    </article>
  );
}

function Answers({ operation }: { operation: ApiOperation }) {
  const all = Object.entries(operation.responses);
  return (
    <>
      {all
        .filter(([status]) => status < '400')
        .map(([status, { content }]) =>
          content ? (
            <SchemaSection
              key={status}
              title={`Answer ${status}`}
              of={operation.summary}
              schema={content['application/json'].schema}
              example={content['application/json'].example}
            />
          ) : (
            <h3 key={status} className="font-medium">
              Answer {status}{' '}
              <span className="text-xs font-normal text-subtle">without a body</span>
            </h3>
          ),
        )}
      <ErrorList responses={all.filter(([status]) => status >= '400')} />
    </>
  );
}

interface SchemaSectionProps {
  title: string;
  schema: JsonSchema;
  example: unknown;
  /** The operation, for the name of the example in screen readers. */
  of: string;
  /** After the title: that a body may be left out. */
  aside?: string;
}

/** Shows a body or an answer: its type, its fields where no model has them, and an example to open. */
function SchemaSection({ title, schema, example, of, aside }: SchemaSectionProps) {
  const fields = fieldListOf(schema);
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        {title} <TypeName schema={schema} />
        {aside !== undefined && <span className="text-xs font-normal text-subtle">{aside}</span>}
      </h3>
      {fields.length > 0 && <FieldList fields={fields} />}
      {example !== undefined && (
        <details className="min-w-0">
          <summary className="w-fit cursor-pointer rounded-sm text-muted hover:text-fg">
            Example
          </summary>
          <div className="pt-2">
            <CodeBlock
              code={JSON.stringify(example, null, 2)}
              label={`${of}: example of ${title.toLowerCase()}`}
            />
          </div>
        </details>
      )}
    </section>
  );
}

interface ErrorListProps {
  responses: readonly (readonly [status: string, response: ApiResponse])[];
}

/** Shows the errors of an operation, closed until wanted: most readers want the answer. */
function ErrorList({ responses }: ErrorListProps) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-muted hover:text-fg">
        Errors {responses.map(([status]) => status).join(', ')}
      </summary>
      <dl className="mt-2 grid divide-y border-y text-sm">
        {responses.map(([status, { description, content }]) => (
          <div key={status} className="flex flex-wrap gap-x-4 py-1.5">
            <dt className="w-10 font-mono text-xs leading-5">{status}</dt>
            <dd className="min-w-0 grow">{description}</dd>
            {content && (
              <dd>
                <TypeName schema={content['application/json'].schema} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </details>
  );
}
