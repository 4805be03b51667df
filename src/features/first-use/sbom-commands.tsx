import { CodeBlock } from '@/components/ui/code-block';
import { Tabs } from '@/components/ui/tabs';
import { TextLink } from '@/components/ui/text-link';
import { sbomRecipes } from '@/domain/scanner-setup/sbom-recipes';
import { hrefs } from '@/features/hrefs';

export interface SbomCommandsProps {
  publicUrl: string;
  /** Key to put into the commands. */
  apiKey: string;
}

/** Shows how each tool sends what it knows of an image or an application, ready to be copied. */
export function SbomCommands(input: SbomCommandsProps) {
  const tabs = sbomRecipes(input).map(({ id, title, steps }) => ({
    id,
    label: title,
    content: (
      <div className="grid min-w-0 gap-4">
        {steps.map((step) => (
          <div key={step.title} className="grid min-w-0 gap-1.5">
            <p className="text-sm">{step.title}</p>
            <CodeBlock label={step.title} code={step.code} />
          </div>
        ))}
      </div>
    ),
  }));
  return (
    <div className="grid min-w-0 gap-2">
      <Tabs label="Ways to send an SBOM" tabs={tabs} />
      <p className="text-sm text-muted">
        Whatever lists software will do. <TextLink href={hrefs.docs.sboms}>What is read</TextLink>
      </p>
    </div>
  );
}
