import { nameInMail, oneLine } from '@/domain/message/name-in-mail';

/** A piece of a letter: its own words, with what people typed made harmless. Made by {@link say} alone. */
export type Words = string & { readonly [said]: true };
declare const said: unique symbol;

/** A text that stands in a letter as it is, because nobody outside chose it. */
class Verbatim {
  constructor(readonly text: string) {}
}

/** Something that this service or its operator worded: a date, a role, the name of the provider. */
export function verbatim(text: string): Verbatim {
  return new Verbatim(text);
}

/** An e-mail address, which a reader may want to copy. Anything else that is given as one counts as typed. */
export function address(email: string): Verbatim | string {
  return /^[^\s\p{Cc}\p{Cf}<>()[\],;:\\"/@]+@[^\s\p{Cc}\p{Cf}<>()[\],;:\\"/@]+$/u.test(email)
    ? new Verbatim(email)
    : email;
}

/**
 * Words a letter: the text between the values is this service's own, every plain value is taken for a name
 * that a person chose, see {@link nameInMail}.
 */
export function say(own: TemplateStringsArray, ...values: readonly (string | Verbatim)[]): Words {
  const text = own.map((part, index) => {
    const value = values[index];
    if (value === undefined) return part;
    return part + (value instanceof Verbatim ? value.text : nameInMail(value));
  });
  return oneLine(text.join('')) as Words; // the one place where they are made
}
