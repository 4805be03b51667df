import { isRunning } from './server/runtime-key';

/** Runs once when a Next server starts: a host that runs Next itself gets the whole service too. */
export async function register(): Promise<void> {
  // A constant that Next puts in when it builds, so that none of this is compiled for its edge runtime.
  // eslint-disable-next-line no-restricted-syntax
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    // In our own server it does already: a second copy of all its code would be in memory before anybody asks for a page.
    if (isRunning()) return;
    const { startRuntime } = await import('./server/runtime');
    await startRuntime();
  }
}
