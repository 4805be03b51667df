import { useQuery } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import type { SelectFilterOption } from '@/components/data-table/select-filter';
import { RUNNING_OPTIONS } from '@/features/names/image';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

/** The choices of whether a cluster runs an image, and of the cluster that does, once these are loaded. */
export function useRunningChoices() {
  const clusters = useQuery({ ...useTRPC().cluster.names.queryOptions(), select: toOptions });
  const options: readonly SelectFilterOption<string>[] = clusters.data ?? RUNNING_OPTIONS;
  return { options, read: comingOf(clusters) };
}

function toOptions(clusters: Outputs['cluster']['names']): readonly SelectFilterOption<string>[] {
  return [
    ...RUNNING_OPTIONS,
    ...clusters.map(({ id, name }) => ({ value: id, label: `In ${name}` })),
  ];
}

/** Puts such a choice into words, for a list that holds nothing. */
export function runningWords(choice: string): string {
  if (choice === 'yes') return 'running in a cluster';
  return choice === 'no' ? 'running nowhere that reports' : 'running in this cluster';
}
