import { signOut as endSession } from 'next-auth/react';

/** Ends the session on the server and in this browser, and leaves for the sign-in page or another of this site. */
export async function signOut(destination = '/sign-in'): Promise<void> {
  await endSession({ redirect: false });
  // A full load: nothing of what this person saw stays around.
  window.location.assign(destination);
}
