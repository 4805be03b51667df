import { signOut as endSession } from 'next-auth/react';

/**
 * Ends the session on the server and in this browser, and leaves for the sign-in page or another of this site:
 * by way of the provider where the person signed in there, so that the session ends at both.
 */
export async function signOut(destination = '/sign-in'): Promise<void> {
  const { url } = await endSession({ redirect: false, callbackUrl: destination });
  // A full load: nothing of what this person saw stays around.
  window.location.assign(url);
}
