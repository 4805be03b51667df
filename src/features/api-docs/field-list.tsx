import type { JsonSchema } from '@/domain/openapi/document';
import { constraintsOf, withoutNull } from '@/domain/openapi/type-parts';
import { InlineProse } from './prose';
import { TypeName } from './type-name';

export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
  /** Where it stands, when that is not the same for all: path, query or header. */
  readonly place?: string;
}

/** Names with their types, what they have to be and what they mean: parameters, or the fields of a model. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className="grid divide-y border-y text-sm">
      {fields.map((field) => (
        <div
          key={`${field.place ?? ''} ${field.name}`}
          className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[minmax(9rem,14rem)_1fr]"
        >
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono text-xs font-medium wrap-anywhere">{field.name}</code>
            {field.place !== undefined && (
              <span className="text-xs text-subtle">{field.place}</span>
            )}
            {field.isRequired && <span className="text-xs text-subtle">required</span>}
          </dt>
          <dd className="grid min-w-0 gap-0.5">
            <TypeName
              schema={field.place === undefined ? field.schema : withoutNull(field.schema)}
            />
            <Meaning {...field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Meaning({ schema, description = schema.description }: Field) {
  const constraints = constraintsOf(schema);
  return (
    <>
      {description !== undefined && (
        <span>
          <InlineProse text={description} />
        </span>
      )}
      {constraints.length > 0 && (
        <span className="text-xs wrap-anywhere text-muted">{constraints.join(' · ')}</span>
      )}
    </>
  );
}
