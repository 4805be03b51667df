import { useEffect, useState, type RefObject } from 'react';
import { lengthFault } from '@/domain/user/password';
import { useTRPCClient } from '@/trpc/client';

/** As long as people pause when they have finished. */
const PAUSE_MS = 400;

/**
 * What would help the password that is being typed into a field, once its reader pauses; null while nothing
 * speaks against it, or it is too short to be asked about. Takes whose it is from the form around the field.
 */
export function usePasswordHelp(
  password: string,
  field: RefObject<HTMLInputElement | null>,
): string | null {
  const client = useTRPCClient();
  const [answer, setAnswer] = useState<{ password: string; help: string | null } | null>(null);
  useEffect(() => {
    if (lengthFault(password)) return;
    const controller = new AbortController();
    const ask = async () => {
      const form = field.current?.form;
      const entered = form ? new FormData(form) : new FormData();
      const { help } = await client.account.checkPassword.mutate(
        { password, email: textIn(entered, 'email'), name: textIn(entered, 'name') },
        { signal: controller.signal },
      );
      setAnswer({ password, help });
    };
    // Without an answer the form says it when it is sent.
    const timer = window.setTimeout(() => void ask().catch(() => undefined), PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [password, field, client]);
  return answer?.password === password ? answer.help : null;
}

function textIn(entered: FormData, name: string): string {
  const value = entered.get(name);
  return typeof value === 'string' ? value : '';
}
