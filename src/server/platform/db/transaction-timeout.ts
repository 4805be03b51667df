/**
 * Lets transactions last however long they take, also where PostgreSQL (17 and later) has a bound for them: for a session, or for the
 * transaction that is open. An earlier one knows no such setting, and refuses its name.
 */
export const withoutTransactionTimeout = (of: 'session' | 'transaction'): string =>
  `SELECT set_config('transaction_timeout', '0', ${String(of === 'transaction')})
    WHERE current_setting('transaction_timeout', true) IS NOT NULL`;
