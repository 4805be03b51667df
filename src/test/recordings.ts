import type { PoolClient } from 'pg';
import type { TestDatabase } from './database';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/** A logger that keeps what it was told, to be looked at. */
export class RecordingLogger {
  readonly lines: LogLine[] = [];

  info(fields: object, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }

  warn(fields: object, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }

  error(fields: object, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }

  messages(level: LogLine['level']): string[] {
    return this.lines.filter((line) => line.level === level).map((line) => line.message);
  }
}

const CONTROL = /^(BEGIN|COMMIT|ROLLBACK|SET)\b/i;

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return null;
  return typeof statement.text === 'string' ? statement.text : null;
}

/**
 * Collects the text of each statement that goes through a database's pool from now on, in order, whoever says it:
 * all but what begins and ends transactions.
 *
 * @param hold keeps a statement back until what it returns is settled
 */
export function recordStatements(
  { pool }: Pick<TestDatabase, 'pool'>,
  hold: (text: string) => Promise<void> | null = () => null,
): string[] {
  const statements: string[] = [];
  const heard = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const recording = (...args: unknown[]) => {
      const text = textOf(args[0]);
      if (text === null || CONTROL.test(text)) return query(...args);
      const run = () => {
        statements.push(text);
        return query(...args);
      };
      return hold(text)?.then(run) ?? run();
    };
    // The overloads of `query` differ in what they are given alone, and all of it is passed on.
    client.query = recording as typeof client.query;
  });
  return statements;
}
