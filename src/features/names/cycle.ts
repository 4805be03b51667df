/** A cycle with its product: "Node.js 20 (LTS)". Some sources put the product into the cycle's label. */
export function cycleTitle(product: string, label: string): string {
  return label.startsWith(product) ? label : `${product} ${label}`;
}

/** A cycle where its product stands beside it: "8" of "AlmaLinux OS 8". */
export function shortLabel(product: string, label: string): string {
  return label.startsWith(`${product} `) ? label.slice(product.length + 1) : label;
}
