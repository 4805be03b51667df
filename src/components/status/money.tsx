import { formatMoney } from '@/lib/numbers';

export interface MoneyProps {
  /** A decimal. */
  amount: string;
  /** The code of ISO 4217. */
  currency: string;
}

/** An amount of money as the reader writes it. */
export function Money({ amount, currency }: MoneyProps) {
  return <span className="whitespace-nowrap">{formatMoney(amount, currency)}</span>;
}
