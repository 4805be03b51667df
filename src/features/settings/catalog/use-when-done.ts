import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';

/** How often the state is asked for while an update of the catalogue runs. */
export const WHILE_RUNNING_MS = 700;

/** Reads everything anew once an update that was seen running has ended. */
export function useWhenDone(isRunning: boolean): void {
  const queries = useQueryClient();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries();
    wasRunning.current = isRunning;
  }, [isRunning, queries]);
}
