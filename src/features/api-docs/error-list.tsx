import type { ApiResponse } from '@/domain/openapi/document';
import { TypeName } from './type-name';

export interface ErrorListProps {
  responses: readonly (readonly [status: string, response: ApiResponse])[];
}

/** The errors of an operation, closed until wanted: most readers want the answer. */
export function ErrorList({ responses }: ErrorListProps) {
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
