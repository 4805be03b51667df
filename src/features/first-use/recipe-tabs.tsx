import { CodeBlock } from '@/components/ui/code-block';
import { Tabs } from '@/components/ui/tabs';

export interface Recipe {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly { readonly title: string; readonly code: string }[];
}

export interface RecipeTabsProps {
  label: string;
  recipes: readonly Recipe[];
}

/** Shows recipes as tabs, each step with its code ready to be copied. */
export function RecipeTabs({ label, recipes }: RecipeTabsProps) {
  const tabs = recipes.map(({ id, title, steps }) => ({
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
  return <Tabs label={label} tabs={tabs} />;
}
