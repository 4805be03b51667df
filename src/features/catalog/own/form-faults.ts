import type { z } from 'zod';

/** What is wrong, by the name of its field (`slug`, `cycles.0.name`); `form` holds what belongs to no field. */
export type FormFaults = Readonly<Record<string, string>>;

const LISTS = ['aliases', 'purls', 'cpes', 'references'];

/** The faults of a product as the form shows them: the first of each field. */
export function faultsOf({ issues }: z.ZodError): FormFaults {
  const faults: Record<string, string> = {};
  for (const { path, message } of issues) {
    const [field, index] = path;
    // A list is one field of lines.
    const isLine = LISTS.includes(String(field)) && typeof index === 'number';
    const name = isLine ? String(field) : path.join('.');
    const text = isLine ? `Line ${String(index + 1)}: ${plain(message)}` : plain(message);
    faults[name || 'form'] ??= text;
  }
  return faults;
}

/** Zod's own words for what is missing say little to a person. */
function plain(message: string): string {
  if (/expected string to have >=1/i.test(message)) return 'Enter something here.';
  return /^[A-Z]/.test(message) ? message : `This ${message}.`;
}
