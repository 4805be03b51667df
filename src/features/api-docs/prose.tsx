import { Fragment } from 'react';

/** Text of the API's document: paragraphs, `code` and **weight**, and nothing else of Markdown. */
export function Prose({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph, index) => (
    <p key={index} className="max-w-prose">
      <InlineProse text={paragraph} />
    </p>
  ));
}

/** As {@link Prose}, inside a line. */
export function InlineProse({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    if (part.startsWith('`')) {
      return (
        <code key={index} className="rounded-sm bg-sunken px-1 font-mono text-xs wrap-anywhere">
          {part.slice(1, -1)}
        </code>
      );
    }
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>;
    return <Fragment key={index}>{part}</Fragment>;
  });
}
