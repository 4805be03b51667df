import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { enteredProduct, type StarterProduct } from '@/domain/catalog/starter-product';
import { documentOf, type ProductValues, slugOf } from './values';

/** A product as it is saved, with the reason for it. */
export interface EnteredProduct {
  readonly product: z.input<typeof enteredProduct>;
  readonly reason: string;
}

/**
 * Checks the form's values by the catalog's own schema; faults are at the fields that show them.
 *
 * @param before the product that is changed; null for a new one
 */
export function productResolver(before: StarterProduct | null) {
  const entered = z.custom<ProductValues>().transform((values, { addIssue }): EnteredProduct => {
    const report = (path: string, message: string) =>
      addIssue({ code: 'custom', path: path.split('.'), message });
    // The slug follows the name until somebody writes another one.
    const slug = values.slug.trim() || slugOf(values.name);
    const product = documentOf({ ...values, slug }, before);
    const { error } = enteredProduct.safeParse(product);
    for (const [name, message] of Object.entries(error ? faultsOf(error) : {})) {
      report(name, message);
    }
    if (values.reason.trim() === '') report('reason', 'Say why, for whoever looks at it later.');
    return { product, reason: values.reason };
  });
  return zodResolver(entered);
}

const LISTS = ['aliases', 'purls', 'images', 'cpes', 'references'];

/** Returns the faults of a product by the names of the form's fields (`slug`, `cycles.0.name`): the first of each. */
function faultsOf({ issues }: z.ZodError): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const { path, message } of issues) {
    const [field, index] = path;
    // A list is one field of lines.
    const isLine = LISTS.includes(String(field)) && typeof index === 'number';
    const name = isLine ? String(field) : path.join('.');
    const text = isLine ? `Line ${String(index + 1)}: ${plain(message)}` : plain(message);
    faults[name] ??= text;
  }
  return faults;
}

/** Zod's own words for what is missing say little to a person. */
function plain(message: string): string {
  if (/expected string to have >=1/i.test(message)) return 'Enter something here.';
  return /^[A-Z]/.test(message) ? message : `This ${message}.`;
}
