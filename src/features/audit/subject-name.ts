import type { Outputs } from '@/trpc/outputs';

export type AuditEvent = Outputs['audit']['list']['items'][number];

/** The fields by which people know a record, the best first. */
const NAMES = ['name', 'email', 'product_name', 'project_name', 'subject'] as const;

/** What a change was made to, by the name that it had: people know no ids. */
export function subjectName({
  before,
  after,
  subject_id: id,
}: Pick<AuditEvent, 'before' | 'after' | 'subject_id'>): string {
  for (const record of [after, before]) {
    for (const field of NAMES) {
      const name = record?.[field];
      if (typeof name === 'string' && name !== '') return name;
    }
  }
  return id;
}
