import Link from 'next/link';
import { Plus } from 'lucide-react';
import { NoData } from '@/components/feedback/no-data';
import { Button } from '@/components/ui/button';
import { WhoToAsk } from '@/features/first-use/who-to-ask';
import { useMay } from '@/features/frame/reader';
import { newPolicyHref } from './search-params';

const SAMPLES = [
  ['acme/shop', 'warn 90 days before the end of any product and fail from the day it ends.'],
  ['any project', 'fail from the day Node.js up to 18 ends.'],
  ['any project', 'warn 30 days before the end of any product.'],
] as const;

/** There is no policy yet. */
export function NoPolicies() {
  const mayWrite = useMay('policy:write');
  return (
    <NoData
      title="Policies say when builds warn and when they fail."
      picture={<Picture />}
      action={
        mayWrite && (
          <Button asChild variant="primary">
            <Link href={newPolicyHref()}>
              <Plus aria-hidden />
              Write the first policy
            </Link>
          </Button>
        )
      }
    >
      <p>There is none yet, so that every build passes, whatever it holds.</p>
      {!mayWrite && (
        <div className="mt-3 grid justify-items-center">
          <WhoToAsk forWhat="policy" />
        </div>
      )}
    </NoData>
  );
}

function Picture() {
  return (
    <div className="grid gap-2 text-left">
      {SAMPLES.map(([who, rest]) => (
        <p key={rest} className="rounded-md border bg-surface px-4 py-3 text-sm">
          Builds of <span className="font-medium">{who}</span> {rest}
        </p>
      ))}
    </div>
  );
}
