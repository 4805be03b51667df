/** One field of a record, before and after a change; null where there was no record or no such field. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
}

type AuditedRecord = Readonly<Record<string, unknown>> | null;

/** Both states of a record side by side, what changed first, each in the record's own order. */
export function changesBetween(before: AuditedRecord, after: AuditedRecord): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...fields].map((field) => {
    const [was, is] = [textOf(before?.[field]), textOf(after?.[field])];
    return { field, before: was, after: is, isChanged: was !== is };
  });
  return [
    ...changes.filter(({ isChanged }) => isChanged),
    ...changes.filter((one) => !one.isChanged),
  ];
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
