import { getDeps } from '@/server/runtime';
import { createDashboardHandler } from '@/server/listener/dashboard-handler';

type Handler = ReturnType<typeof createDashboardHandler>;
let handler: Promise<Handler> | null = null;

async function serve(request: Request): Promise<Response> {
  handler ??= getDeps().then(createDashboardHandler);
  return (await handler)(request);
}

export { serve as GET, serve as POST };
