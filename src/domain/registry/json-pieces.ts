import { TokenParser, Tokenizer, TokenType } from '@streamparser/json';
import { isUnreadableAnswer, UnreadableAnswer } from './evidence';

/** Levels of a document of a registry that are gone into. */
const MAX_DEPTH = 32;
/** Tokens of one value that is handed on. */
const MAX_TOKENS = 5_000;
/** Bytes without a token: those of one text, or of space. */
const MAX_SILENCE_BYTES = 1024 * 1024;
/** Bytes that are looked at before silence is measured. */
const AT_ONCE_BYTES = 64 * 1024;
/** Without these the tokenizer keeps a text of its own for every byte of one. */
const BUFFERS = { stringBufferSize: 65_536, numberBufferSize: 64 };

/** A JSON document that is read piece by piece. */
export interface JsonPieces {
  /**
   * @throws UnreadableAnswer where it is no JSON, or nothing that a registry writes, in words of its own for each; that which
   * whoever hears of values throws is thrown as it is, and any other error of theirs as if it was no JSON
   */
  write(bytes: Uint8Array): void;
  /** @throws UnreadableAnswer when the document has not come to its end */
  end(): void;
}

/**
 * Reads a JSON document of any length and keeps nothing of it but the value that it is in: each value at one of the paths is
 * handed on when it is complete. What is between them is left out, however much it is; one text in it is at most about a MiB.
 * @param paths as `$.files.*`
 */
export function jsonPieces(
  paths: readonly string[],
  onValue: (value: unknown, key: string | number | undefined) => void,
): JsonPieces {
  const values = new TokenParser({ paths: [...paths], keepStack: false });
  const tokens = new Tokenizer(BUFFERS);
  const size = sizeOfValues(paths);
  let silenceBytes = 0;
  let isFaulty = false;
  const fail = (error: unknown): never => {
    isFaulty = true;
    // The parser's own messages quote what it read.
    throw isUnreadableAnswer(error) ? error : new UnreadableAnswer('not JSON');
  };
  values.onValue = ({ value, key }) => {
    onValue(value, key);
  };
  tokens.onToken = (token) => {
    silenceBytes = 0;
    size.note(token.token, token.value);
    values.write(token);
  };
  tokens.onError = fail;
  values.onError = fail;
  const look = (bytes: Uint8Array) => {
    silenceBytes += bytes.length;
    tokens.write(bytes);
    if (silenceBytes > MAX_SILENCE_BYTES) fail(new UnreadableAnswer('too long a text'));
  };
  return {
    write: (bytes) => {
      for (let from = 0; from < bytes.length; from += AT_ONCE_BYTES)
        look(bytes.subarray(from, from + AT_ONCE_BYTES));
    },
    end: () => {
      if (isFaulty || !values.isEnded) fail(null);
    },
  };
}

/** Measures how deep a document goes, and how large each value at one of the paths is. */
function sizeOfValues(paths: readonly string[]) {
  const wanted = paths.map((path) => path.split('.').slice(1));
  /** Of each object or array that is open, the key that it is at; null in an array. */
  const keys: (string | null)[] = [];
  let text = '';
  /** Levels above the value that is handed on when it is complete; null between such values. */
  let outside: number | null = null;
  let count = 0;
  const isWanted = () =>
    wanted.some(
      (path) =>
        path.length === keys.length && path.every((key, at) => key === '*' || key === keys[at]),
    );
  const open = () => {
    if (outside === null && isWanted()) {
      outside = keys.length;
      count = 0;
    }
    keys.push(null);
    if (keys.length > MAX_DEPTH) throw new UnreadableAnswer('too many levels');
  };
  const close = () => {
    keys.pop();
    if (keys.length === outside) outside = null;
  };
  return {
    /** @throws UnreadableAnswer where one is too deep or too large */
    note: (token: TokenType, value: unknown) => {
      if (token === TokenType.STRING && typeof value === 'string') text = value;
      else if (token === TokenType.COLON) keys.splice(-1, 1, text);
      else if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) open();
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) close();
      count += 1;
      if (outside !== null && count > MAX_TOKENS) throw new UnreadableAnswer('too large a value');
    },
  };
}
