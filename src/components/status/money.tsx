'use client';

import { formatMoney } from '@/lib/numbers';
import { useHydrated } from '@/lib/use-hydrated';

export interface MoneyProps {
  /** A decimal. */
  amount: string;
  /** The code of ISO 4217. */
  currency: string;
}

/**
 * An amount of money as the reader writes it. The server, which does not know how that is, writes it in English; the
 * browser puts its own form there right after hydration.
 */
export function Money({ amount, currency }: MoneyProps) {
  const isHydrated = useHydrated();
  return (
    <span className="whitespace-nowrap">
      {formatMoney(amount, currency, isHydrated ? undefined : 'en-US')}
    </span>
  );
}
