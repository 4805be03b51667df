import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import { formatCount } from '@/lib/numbers';
import { refusalOf } from './words';

/** More than this are not acted on at once: whoever means more narrows the list, or writes a rule. */
const MAX_ROWS = 1_000;
const PAGE_ROWS = 100;

interface RowsPage<Row> {
  readonly items: readonly Row[];
  readonly total: number;
}

/**
 * Reads all rows that match a list's filters, as they are now, page by page.
 * @param readPage reads a page of a hundred
 * @param take is given the rows, each once
 */
export function useMatchingRows<Row>(
  readPage: (page: number, size: number) => Promise<RowsPage<Row>>,
  take: (rows: readonly Row[]) => void,
) {
  const [isReading, setReading] = useState(false);
  const readAll = async () => {
    setReading(true);
    try {
      const rows: Row[] = [];
      let total = Infinity;
      for (let page = 1; rows.length < Math.min(total, MAX_ROWS); page += 1) {
        const read = await readPage(page, PAGE_ROWS);
        total = read.total;
        rows.push(...read.items);
        if (read.items.length < PAGE_ROWS) break;
      }
      take(rows);
      if (total > MAX_ROWS)
        toast(`The first ${formatCount(MAX_ROWS)} are selected: no more are acted on at once.`);
    } catch (error) {
      toast.error(refusalOf(error, 'They could not be selected.'));
    }
    setReading(false);
  };
  return { isReading, readAll: () => void readAll() };
}
