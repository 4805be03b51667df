/** Runs once when a Next server starts: a host that runs Next itself gets the whole service too. */
export async function register(): Promise<void> {
  const { startRuntime } = await import('./server/runtime');
  await startRuntime();
}
