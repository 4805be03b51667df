/** Where in a JSON number a reader stands (RFC 8259 section 6). */
const State = {
  start: 0,
  minus: 1,
  zero: 2,
  integer: 3,
  point: 4,
  fraction: 5,
  exponent: 6,
  exponentSign: 7,
  exponentDigits: 8,
} as const;
export type NumberState = (typeof State)[keyof typeof State];

export const NUMBER_START: NumberState = State.start;

/** The state after one more byte, or null when the number cannot go on with it. */
export function nextNumberState(state: NumberState, byte: number): NumberState | null {
  if (byte >= 0x30 && byte <= 0x39) return afterDigit(state, byte === 0x30);
  const isWhole = state === State.zero || state === State.integer;
  switch (byte) {
    case 0x2d: // -
      if (state === State.start) return State.minus;
      return state === State.exponent ? State.exponentSign : null;
    case 0x2b: // +
      return state === State.exponent ? State.exponentSign : null;
    case 0x2e: // .
      return isWhole ? State.point : null;
    case 0x45: // E
    case 0x65: // e
      return isWhole || state === State.fraction ? State.exponent : null;
    default:
      return null;
  }
}

/** Whether a number may end in this state. */
export function isCompleteNumber(state: NumberState): boolean {
  return (
    state === State.zero ||
    state === State.integer ||
    state === State.fraction ||
    state === State.exponentDigits
  );
}

function afterDigit(state: NumberState, isZero: boolean): NumberState | null {
  switch (state) {
    case State.start:
    case State.minus:
      return isZero ? State.zero : State.integer;
    case State.zero:
      return null;
    case State.integer:
      return State.integer;
    case State.point:
    case State.fraction:
      return State.fraction;
    case State.exponent:
    case State.exponentSign:
    case State.exponentDigits:
      return State.exponentDigits;
  }
}
