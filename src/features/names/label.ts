import type { WrittenLabel } from '@/domain/image/list';

/** Puts the condition on a label into words; nothing without one: "team is any of payments". */
export function labelWords({ label, labelIs, labelValue }: WrittenLabel): string | null {
  if (label === null) return null;
  return `${label} ${labelIs === 'in' ? 'is any of' : 'is none of'} ${labelValue}`;
}
