import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/app-router';

/** What the procedures answer, by router and name: `Outputs['image']['get']`. */
export type Outputs = inferRouterOutputs<AppRouter>;
