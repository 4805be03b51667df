import { Badge } from '@/components/ui/badge';
import type { ApiMethod } from '@/domain/openapi/document';

/** The last part of the address of a group's page. */
export const groupSlug = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');

/** Where an operation and a model stand in the page of a group. */
export const operationAnchor = (operationId: string): string => `operation-${operationId}`;
export const modelAnchor = (name: string): string => `model-${name}`;

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
