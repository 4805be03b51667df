import { useState } from 'react';
import { toast } from '@/components/ui/toast';

/** Tells whether a picture is being made, and says so where one could not be. */
export function useExporting() {
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch {
      toast.error('The picture could not be made. Try again, or another format.');
    } finally {
      setBusy(false);
    }
  };
  return { busy, during };
}
