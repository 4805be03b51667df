import { Fragment } from 'react';
import type { JsonSchema } from '@/domain/openapi/document';
import { constraintsOf, fieldsOf, typeParts, withoutNull } from '@/domain/openapi/reading';
import { modelAnchor } from './names';

export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
  /** Where it stands, when that is not the same for all: path, query or header. */
  readonly place?: string;
}

/** Shows parameters, or the fields of a model: names, types, constraints and meanings. */
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

/** Lists the fields of a schema that is written out. */
export function fieldListOf(schema: JsonSchema): Field[] {
  const required = (schema.items ?? schema).required ?? [];
  return fieldsOf(schema).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }));
}

/** Shows a schema's type; the names of models lead to them. */
export function TypeName({ schema }: { schema: JsonSchema }) {
  return (
    <span className="font-mono text-xs wrap-anywhere text-muted">
      {typeParts(schema).map(({ text, model }, index) =>
        model === undefined ? (
          text
        ) : (
          <a
            key={index}
            href={`#${modelAnchor(model)}`}
            className="rounded-sm text-accent-text underline decoration-current/35 underline-offset-3 hover:decoration-current"
          >
            {text}
          </a>
        ),
      )}
    </span>
  );
}

/** Shows text of the API's document: paragraphs, `code` and **weight**, and nothing else of Markdown. */
export function Prose({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph, index) => (
    <p key={index} className="max-w-prose">
      <InlineProse text={paragraph} />
    </p>
  ));
}

/** Shows text as {@link Prose}, inside a line. */
export function InlineProse({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    if (part.startsWith('`')) {
      return (
        <code key={index} className="rounded-sm bg-sunken px-1 font-mono text-xs wrap-anywhere">
          {part.slice(1, -1)}
        </code>
      );
    }
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>;
    return <Fragment key={index}>{part}</Fragment>;
  });
}
