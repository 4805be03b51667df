'use client';

import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { Tabs } from '@/components/ui/tabs';
import { listingUrl } from '@/domain/scanner-database/feed';
import { scannerSetup } from '@/domain/scanner-setup/commands';
import type { PortMapping, ScannerRecipe } from '@/domain/scanner-setup/addresses';
import { uploadExample } from '@/domain/scanner-setup/examples';
import type { Outputs } from '@/trpc/outputs';

export interface CommandsProps {
  setup: Outputs['scanner']['setup'];
  /** Key to put into the commands; null shows a placeholder. */
  secret: string | null;
}

/** Stands in commands until there is a key. */
export const KEY_PLACEHOLDER = 'YOUR_KEY';

/** Shows the commands of a first scan for each tool, ready to be copied. */
export function Commands({ setup, secret }: CommandsProps) {
  const apiKey = secret ?? KEY_PLACEHOLDER;
  const { publicUrl, listener } = setup;
  const curl = {
    id: 'curl',
    label: 'curl',
    content: (
      <div className="grid min-w-0 gap-2">
        <p className="text-sm text-muted">
          Uploads an example without any scanner, as tools of your own can do.
        </p>
        <CodeBlock label="Upload with curl" code={uploadExample({ publicUrl, apiKey })} />
      </div>
    ),
  };
  if (!listener) {
    return (
      <>
        {curl.content}
        <NoListener />
      </>
    );
  }
  const { portMapping, recipes } = scannerSetup({
    publicUrl,
    scannerTlsPort: listener.port,
    caUrl: listener.caUrl,
    hostAddress: listener.address ?? undefined,
    takesIpv6: listener.takesIpv6,
    apiKey,
    databaseUrl: listingUrl(publicUrl),
  });
  const tabs = recipes.map((recipe) => ({
    id: recipe.id,
    label: recipe.title,
    content: <Recipe recipe={recipe} />,
  }));
  return (
    <>
      {portMapping && <PortNote mapping={portMapping} />}
      <Tabs label="Ways to scan" tabs={[...tabs, curl]} />
      {listener.caUrl && (
        <Button asChild variant="secondary" className="justify-self-start">
          <a href={listener.caUrl} download>
            <Download aria-hidden />
            Download the CA certificate
          </a>
        </Button>
      )}
    </>
  );
}

function Recipe({ recipe }: { recipe: ScannerRecipe }) {
  return (
    <div className="grid min-w-0 gap-4">
      {recipe.steps.map(({ title, code }) => (
        <div key={title} className="grid min-w-0 gap-1.5">
          <p className="text-sm">{title}</p>
          <CodeBlock label={title} code={code} />
        </div>
      ))}
      {recipe.notes.length > 0 && (
        <ul className="grid max-w-prose list-disc gap-1 pl-4 text-xs text-muted">
          {recipe.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Explains how to turn on the commands for stock scanners. */
function NoListener() {
  return (
    <p className="max-w-prose text-sm text-muted">
      To scan with xeol from a shell, Docker, GitHub Actions or GitLab CI, the server needs a port
      for scanners: start it with{' '}
      <code className="font-mono text-xs text-fg">SCANNER_TLS_PORT=443</code> (or another port that
      443 is mapped to), and the commands appear here.
    </p>
  );
}

/** Shows the one-time steps on the server before scanners reach it. */
function PortNote({ mapping }: { mapping: PortMapping }) {
  return (
    <details className="min-w-0 rounded-md border bg-surface px-3 py-2 text-sm">
      <summary className="text-muted">{mapping.explanation}</summary>
      {mapping.steps.map(({ title, code }) => (
        <div key={title} className="mt-3 grid min-w-0 gap-1.5">
          <p>{title}</p>
          <CodeBlock label={title} code={code} />
        </div>
      ))}
    </details>
  );
}
