import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';

/** How the catalogue is updated where no address is configured. */
export function ImportCard() {
  return (
    <Card
      title="Update it from a file or an address"
      description="Nothing is fetched: the service has no address to update the catalogue from."
    >
      <div className="grid grid-cols-1 gap-3 text-sm">
        <p>
          On the machine that runs the service, import the answer of{' '}
          <code className="font-mono text-xs">products/full</code> of the endoflife.date API, also
          while it runs:
        </p>
        <CodeBlock code="npm run catalog -- import products-full.json" label="Import a file" />
        <p>Or start the service with the address of such a document, to be looked at every day:</p>
        <CodeBlock
          code="CATALOG_URL=https://catalogue.example.com/products/full npm start"
          label="Update from an address"
        />
      </div>
    </Card>
  );
}
