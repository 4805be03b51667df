'use client';

import { Tabs as Radix } from 'radix-ui';
import { CodeBlock } from './code-block';
import { useStored } from '@/lib/use-stored';

export interface CodeTab {
  readonly id: string;
  /** Shell, Docker, GitHub Actions, GitLab CI. */
  readonly label: string;
  readonly code: string;
  /** Where the text belongs: `.gitlab-ci.yml`. */
  readonly fileName?: string;
}

export interface CodeTabsProps {
  tabs: readonly CodeTab[];
  label: string;
  /** Under which key the browser remembers the reader's choice for the next such block. */
  rememberAs?: string;
}

/** The same thing for several tools. The reader's tool is remembered. */
export function CodeTabs({ tabs, label, rememberAs = 'code-tab' }: CodeTabsProps) {
  const [stored, setStored] = useStored(rememberAs);
  const chosen = tabs.find((tab) => tab.id === stored) ?? tabs[0];
  if (!chosen) return null;
  return (
    <Radix.Root value={chosen.id} onValueChange={setStored} className="min-w-0">
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} tabIndex={-1}>
          <CodeBlock
            code={tab.code}
            label={tab.fileName ? `${tab.label}, ${tab.fileName}` : tab.label}
            header={<TabRow tabs={tabs} label={label} fileName={tab.fileName} />}
          />
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

function TabRow({ tabs, label, fileName }: CodeTabsProps & { fileName?: string }) {
  return (
    <>
      <Radix.List aria-label={label} className="-ml-1 flex gap-1 overflow-x-auto">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="h-8 shrink-0 border-b-2 border-transparent px-1.5 text-muted -outline-offset-2 hover:text-fg data-[state=active]:border-fg data-[state=active]:font-medium data-[state=active]:text-fg"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {fileName && (
        <span className="ml-auto hidden font-mono text-subtle sm:inline">{fileName}</span>
      )}
    </>
  );
}
