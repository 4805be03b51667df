'use client';

import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { EXPORT_KEY } from '@/components/data-table/export-link';
import { Button } from '@/components/ui/button';
import { saveFile } from '@/lib/save-file';
import { useShortcuts } from '@/lib/use-shortcuts';
import { type Answered, answersAsCsv } from './values';

export interface SaveAnswersProps {
  answers: readonly Answered[];
  /** `YYYY-MM-DD`: what an answer says holds for this day. */
  today: string;
}

/** Saves the answers that show as a CSV file; `e` does the same. They are in the page alone, so the page writes it. */
export function SaveAnswers({ answers, today }: SaveAnswersProps) {
  const shortcuts = useMemo(() => {
    const run = () =>
      saveFile(
        new Blob([answersAsCsv(answers)], { type: 'text/csv;charset=utf-8' }),
        `check-${today}.csv`,
      );
    return [{ keys: EXPORT_KEY, label: 'Export as CSV', group: 'Lists', run }];
  }, [answers, today]);
  useShortcuts(shortcuts);
  return (
    <Button
      size="sm"
      title={`Export as CSV (${EXPORT_KEY})`}
      data-print="hide"
      onClick={() => shortcuts[0]?.run()}
    >
      <Download aria-hidden className="text-subtle" />
      Export
      <span className="sr-only"> as CSV</span>
    </Button>
  );
}
