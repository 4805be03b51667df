import { DateTime } from '@/components/status/date-time';
import { Card } from '@/components/ui/card';
import { ECOSYSTEM_WORDS, FAILURE_WORDS } from '@/domain/registry/words';
import { countOf, formatCount } from '@/lib/numbers';
import type { Coverage } from '@/features/coverage/words';

type Asked = NonNullable<Coverage['registries']>;

/** How far registries have been asked about what is held; nothing where none is configured. */
export function RegistriesCard({ asked }: { asked: Asked | null }) {
  if (!asked) return null;
  return (
    <Card
      title="Asked at package registries"
      description={
        <>
          Packages whose end no other source knows, as of <DateTime value={asked.looked_at} />
        </>
      }
    >
      <ul className="grid gap-3 text-sm md:grid-cols-2 xl:grid-cols-4">
        {asked.registries.map((registry) => (
          <li key={registry.ecosystem} className="min-w-0">
            <RegistryState {...registry} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RegistryState({
  ecosystem,
  packages,
  known,
  left,
  requests_per_hour: perHour,
  paused_until: pausedUntil,
  last_failure: failure,
}: Asked['registries'][number]) {
  return (
    <>
      <p className="font-medium">{ECOSYSTEM_WORDS[ecosystem]}</p>
      <p className="tabular-nums">
        Answered about {formatCount(known)} of {countOf(packages, 'package')}, {formatCount(left)}{' '}
        left
      </p>
      <p className="text-muted">At most {countOf(perHour, 'request')} an hour</p>
      {failure && (
        <p className="text-muted">
          Last failure <DateTime value={failure.at} />: {FAILURE_WORDS[failure.reason]}
        </p>
      )}
      {pausedUntil !== null && (
        <p>
          Left alone until <DateTime value={pausedUntil} />
        </p>
      )}
    </>
  );
}
