import { Badge } from '@/components/ui/badge';
import type { ApiMethod } from '@/domain/openapi/document';

/** Where an operation, a model and a group of operations stand in the page. */
export const operationAnchor = (operationId: string): string => `operation-${operationId}`;
export const modelAnchor = (name: string): string => `model-${name}`;
export const tagAnchor = (tag: string): string => `tag-${tag.toLowerCase().replaceAll(' ', '-')}`;

const TONES = {
  get: 'neutral',
  post: 'accent',
  put: 'accent',
  patch: 'accent',
  delete: 'danger',
} as const satisfies Record<ApiMethod, string>;

export function MethodName({ method }: { method: ApiMethod }) {
  return (
    <Badge tone={TONES[method]} className="justify-center font-mono">
      {method.toUpperCase()}
    </Badge>
  );
}
