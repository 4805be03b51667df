import type { JsonSchema } from '@/domain/openapi/document';
import { fieldsOf } from '@/domain/openapi/type-parts';
import { CodeBlock } from '@/components/ui/code-block';
import { FieldList, type Field } from './field-list';
import { TypeName } from './type-name';

/** The fields of a schema that is written out, as a list shows them. */
export function fieldListOf(schema: JsonSchema): Field[] {
  const required = (schema.items ?? schema).required ?? [];
  return fieldsOf(schema).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }));
}

export interface SchemaSectionProps {
  title: string;
  schema: JsonSchema;
  example: unknown;
  /** What it belongs to, for those who listen. */
  of: string;
  /** Beside the title: that a body may be left out. */
  aside?: string;
}

/** What is sent or answered: its type, its fields where no model has them, and an example to open. */
export function SchemaSection({ title, schema, example, of, aside }: SchemaSectionProps) {
  const fields = fieldListOf(schema);
  return (
    <section className="grid min-w-0 gap-2">
      <h4 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        {title} <TypeName schema={schema} />
        {aside !== undefined && <span className="text-xs font-normal text-subtle">{aside}</span>}
      </h4>
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
