import { Badge } from '@/components/ui/badge';
import type { ApiMethod } from '@/domain/openapi/document';

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
