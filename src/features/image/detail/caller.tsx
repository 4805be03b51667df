import { KeyRound } from 'lucide-react';

export interface CallerProps {
  kind: 'person' | 'api_key' | null;
  name: string;
}

/** Who uploaded a scan: a person, or a key by its name. */
export function Caller({ kind, name }: CallerProps) {
  if (kind !== 'api_key') return <span className="wrap-anywhere">{name}</span>;
  return (
    <span title={`API key ${name}`} className="wrap-anywhere">
      <KeyRound aria-label="API key" className="mr-1 inline size-3.5 align-[-0.15em] text-subtle" />
      {name}
    </span>
  );
}
