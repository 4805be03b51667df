import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';

const asked = new AsyncLocalStorage<string | undefined>();

/**
 * Has a page made in the reader's way of writing dates and numbers. What makes it is bundled apart from the listener, and
 * asks for the language of its request by `globalThis`.
 */
export function inLanguageOf<Result>(request: IncomingMessage, make: () => Result): Result {
  globalThis.acceptLanguageOfPage ??= () => asked.getStore();
  return asked.run(request.headers['accept-language'], make);
}
