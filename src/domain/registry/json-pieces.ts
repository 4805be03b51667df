import { TokenParser, Tokenizer, TokenType } from '@streamparser/json';
import { UnreadableAnswer } from './evidence';

/** Levels of a document of a registry that are gone into. */
const MAX_DEPTH = 32;
/** Tokens of one value that is handed on. */
const MAX_TOKENS = 5_000;

/** A JSON document that is read piece by piece. */
export interface JsonPieces {
  /** @throws UnreadableAnswer where it is no JSON, or nothing that a registry writes; whatever hears of values throws */
  write(bytes: Uint8Array): void;
  /** @throws UnreadableAnswer when the document has not come to its end */
  end(): void;
}

/**
 * Reads a JSON document of any length and keeps nothing of it but the value that it is in: each value at one of the paths is
 * handed on when it is complete. What is between them is left out, however much it is.
 * @param paths as `$.files.*`
 */
export function jsonPieces(
  paths: readonly string[],
  onValue: (value: unknown, key: string | number | undefined) => void,
): JsonPieces {
  const values = new TokenParser({ paths: [...paths], keepStack: false });
  const tokens = new Tokenizer();
  let depth = 0;
  let since = 0;
  let isFaulty = false;
  const refuse = (): never => {
    isFaulty = true;
    throw new UnreadableAnswer('not JSON as registries write it');
  };
  values.onValue = ({ value, key }) => {
    since = 0;
    onValue(value, key);
  };
  tokens.onToken = (token) => {
    since += 1;
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET)
      depth -= 1;
    if (depth > MAX_DEPTH || since > MAX_TOKENS) refuse();
    values.write(token);
  };
  tokens.onError = refuse;
  values.onError = refuse;
  return {
    write: (bytes) => {
      tokens.write(bytes);
    },
    end: () => {
      if (isFaulty || !values.isEnded) refuse();
    },
  };
}
