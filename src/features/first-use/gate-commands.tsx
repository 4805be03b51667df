import { CodeBlock } from '@/components/ui/code-block';
import { Tabs } from '@/components/ui/tabs';
import { TextLink } from '@/components/ui/text-link';
import { gateRecipes, type GateRecipeInput } from '@/domain/report/gate-recipes';
import { hrefs } from '@/features/hrefs';

/** Shows how a build is stopped for software that has ended, for each platform, ready to be copied. */
export function GateCommands(input: GateRecipeInput) {
  const tabs = gateRecipes(input).map(({ id, title, steps }) => ({
    id,
    label: title,
    content: (
      <div className="grid min-w-0 gap-4">
        {steps.map((step) => (
          <div key={step.title} className="grid min-w-0 gap-1.5">
            <p className="text-sm">{step.title}</p>
            <CodeBlock label={step.title} code={step.code.trimEnd()} />
          </div>
        ))}
      </div>
    ),
  }));
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-sm text-muted">
        Any SBOM will do. <TextLink href={hrefs.docs.gate}>What a gate does</TextLink>
      </p>
      <Tabs label="Ways to gate a build" tabs={tabs} />
    </div>
  );
}
