/** What tells whether a list has anything: its rows of this page, and the number of all. */
interface Listed {
  readonly items?: readonly unknown[];
  readonly total?: number;
}

/**
 * What a list shows while it is read for other conditions: the rows that it had, and where it had none, nothing. That the former
 * conditions left nothing says nothing of these, and would be read as if it did. Give it to a query as `placeholderData`.
 */
export function keepRows<Data extends Listed>(before: Data | undefined): Data | undefined {
  return before === undefined || before.total === 0 || before.items?.length === 0
    ? undefined
    : before;
}
