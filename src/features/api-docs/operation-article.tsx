import { Badge } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/code-block';
import { curlExample } from '@/domain/openapi/curl';
import type { ApiMethod, ApiOperation } from '@/domain/openapi/document';
import { operationAnchor } from './anchors';
import { FieldList } from './field-list';
import { MethodName } from './method-name';
import { Prose } from './prose';
import { ErrorList } from './error-list';
import { SchemaSection } from './schema-section';

export interface OperationArticleProps {
  path: string;
  method: ApiMethod;
  operation: ApiOperation;
  /** Where the API is served. */
  base: string;
}

/** All there is to know about one path and verb. */
export function OperationArticle({ path, method, operation, base }: OperationArticleProps) {
  const { summary, description, parameters, requestBody } = operation;
  const anchor = operationAnchor(operation.operationId);
  return (
    <article aria-labelledby={anchor} className="grid min-w-0 gap-4 border-t py-6">
      <header className="grid gap-1.5">
        <h3 id={anchor} className="scroll-mt-4 text-lg font-semibold tracking-tight">
          <a href={`#${anchor}`} className="rounded-sm hover:underline">
            {summary}
          </a>
        </h3>
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
          <h4 className="font-medium">Parameters</h4>
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
            <h4 key={status} className="font-medium">
              Answer {status}{' '}
              <span className="text-xs font-normal text-subtle">without a body</span>
            </h4>
          ),
        )}
      <ErrorList responses={all.filter(([status]) => status >= '400')} />
    </>
  );
}
