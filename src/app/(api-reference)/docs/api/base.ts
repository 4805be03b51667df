import { connection } from 'next/server';
import { getDeps } from '@/server/runtime';

/** Reads where the API is served, for a page that is made when it is asked for. */
export async function apiBase(): Promise<string> {
  // A build would render the page, and start the service for it.
  await connection();
  const { env } = await getDeps();
  return `${new URL(env.publicUrl).origin}/api`;
}
