import { DateTime } from '@/components/status/date-time';
import { CodeBlock } from '@/components/ui/code-block';
import { countOf } from '@/lib/numbers';
import type { Preview } from '../words';

type Previewed = Preview['messages'][number];

/** Shows what a rule would have sent, as it would have been sent. */
export function PreviewCard({ preview }: { readonly preview: Preview }) {
  const { since, total, messages, next, examined } = preview;
  const left = total - messages.length;
  return (
    <section aria-label="Preview" role="status" className="grid w-full min-w-0 gap-4">
      <p className="text-sm">
        {total === 0 ? (
          <>
            Since <DateTime value={since} show="day" /> it would have sent nothing:{' '}
            {examined === 0
              ? 'nothing of these kinds was said.'
              : `of ${countOf(examined, 'message')} of these kinds none was due to be sent.`}
          </>
        ) : (
          <>
            Since <DateTime value={since} show="day" /> it would have sent{' '}
            <strong>{countOf(total, 'message')}</strong>.
            {left > 0 && ` The newest ${String(messages.length)} are shown.`}
          </>
        )}
      </p>
      {messages.map((message) => (
        <PreviewedMessage key={`${message.at}${message.title}`} message={message} />
      ))}
      {next && (
        <div className="grid min-w-0 gap-2">
          <p className="text-sm">
            Its next digest would say what waits, at <DateTime value={next.at} />:
          </p>
          <PreviewedMessage message={next} />
        </div>
      )}
    </section>
  );
}

function PreviewedMessage({ message }: { readonly message: Previewed }) {
  const { at, title, bodies } = message;
  return (
    <details className="min-w-0 rounded-md border bg-surface px-3 py-2 text-sm">
      <summary className="cursor-pointer wrap-anywhere">
        <span className="font-medium">{title}</span>{' '}
        <span className="text-muted">
          <DateTime value={at} />, to {bodies.flatMap(({ channels }) => channels).join(', ')}
        </span>
      </summary>
      <div className="grid min-w-0 gap-3 pt-2">
        {bodies.map(({ kind, channels, text }) => (
          <CodeBlock key={kind} label={`What is sent to ${channels.join(', ')}`} code={text} />
        ))}
      </div>
    </details>
  );
}
