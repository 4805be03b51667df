import { CodeBlock } from '@/components/ui/code-block';
import { clusterClients } from '@/domain/scanner-setup/clusters';

/** Shows the Helm values that have a cluster's operators report here, with YOUR_KEY where the key stands. */
export function HelmValues({ publicUrl }: { publicUrl: string }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-2">
      {clusterClients({ publicUrl, apiKey: 'YOUR_KEY' }).map(({ id, title, tells, values }) => (
        <div key={id} className="grid min-w-0 content-start gap-1.5">
          <p className="text-sm">
            <span className="font-medium">{title}</span> <span className="text-muted">{tells}</span>
          </p>
          <CodeBlock label={`Helm values of ${title}`} code={values} />
        </div>
      ))}
    </div>
  );
}
