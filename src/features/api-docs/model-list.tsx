import type { JsonSchema } from '@/domain/openapi/document';
import { modelAnchor } from './anchors';
import { FieldList } from './field-list';
import { Prose } from './prose';
import { fieldListOf } from './schema-section';
import { TypeName } from './type-name';

/** The models that operations name. A link to one opens it: its target stands inside. */
export function ModelList({ models }: { models: Readonly<Record<string, JsonSchema>> }) {
  return (
    <div className="grid divide-y border-y">
      {Object.entries(models).map(([name, schema]) => (
        <details key={name} className="min-w-0">
          <summary className="cursor-pointer rounded-sm py-2 font-mono text-xs hover:bg-hover">
            {schema.title ?? name}
          </summary>
          <div id={modelAnchor(name)} className="grid scroll-mt-10 gap-2 pb-4 sm:pl-4">
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
