'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { NO_PLAIN_KEYS } from '@/lib/use-shortcuts';
import { useStored } from '@/lib/use-stored';

/** Turns keys that are pressed by themselves on and off, for this browser. */
export function PlainKeys() {
  const [off, setOff] = useStored(NO_PLAIN_KEYS);
  return (
    <Checkbox
      label="Shortcuts of single keys"
      checked={off === null}
      onCheckedChange={(isOn) => setOff(isOn ? null : 'off')}
    />
  );
}
