import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/app-router';

export type { AppRouter };

/** The procedures' answers, by router and name: `Outputs['image']['get']`. */
export type Outputs = inferRouterOutputs<AppRouter>;
