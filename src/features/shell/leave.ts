import { toast } from '@/components/ui/toast';

/** Signs the reader out, and says so where it did not work. */
export async function leave(): Promise<void> {
  try {
    // Loaded when it is asked for: next-auth's client is large, and so is what reads the recent pages.
    const [{ signOut }, { forgetRecent }] = await Promise.all([
      import('@/features/auth/actions'),
      import('./recent'),
    ]);
    await signOut();
    forgetRecent();
  } catch {
    toast.error('Signing out did not work. Try again.');
  }
}
