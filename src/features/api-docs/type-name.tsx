import type { JsonSchema } from '@/domain/openapi/document';
import { typeParts } from '@/domain/openapi/type-parts';
import { modelAnchor } from './anchors';

/** A schema's type; the names of models lead to them. */
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
