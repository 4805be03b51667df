import { createExportHandler } from '@/server/listener/export-handler';
import { getDeps } from '@/server/runtime';
import { EXPORTS } from '../exports';

type Handler = ReturnType<typeof createExportHandler>;
let handler: Promise<Handler> | null = null;

async function serve(request: Request): Promise<Response> {
  handler ??= getDeps().then((deps) => createExportHandler(deps, EXPORTS));
  return (await handler)(request);
}

/** All verbs: the exports answer 405 to those they do not have. */
export {
  serve as GET,
  serve as HEAD,
  serve as POST,
  serve as PUT,
  serve as PATCH,
  serve as DELETE,
  serve as OPTIONS,
};
