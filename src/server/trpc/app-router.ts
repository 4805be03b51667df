import { imageDashboard, imageRest } from './image/procedures';
import { router } from './init';
import { restNouns } from './public-router';

/** What the dashboard calls: all that REST serves, and what only its pages need. */
export const appRouter = router({
  ...restNouns,
  image: router({ ...imageRest, ...imageDashboard }),
});

export type AppRouter = typeof appRouter;
