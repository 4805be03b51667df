import { webAddress } from './web-address';

/** A piece of a text; `href` where it is a web address. */
export interface LinkPart {
  readonly text: string;
  readonly href: string | null;
}

const ADDRESS = /(https?:\/\/[^\s<>"']+)/;
/** What ends a sentence or a bracket around an address is not part of it. */
const AFTER = /[.,;:!?)\]}…]+$/;

/** Cuts a text at the web addresses in it. */
export function linkParts(text: string): LinkPart[] {
  return text.split(ADDRESS).flatMap((part, index) => {
    const address = part.replace(AFTER, '');
    const href = index % 2 === 1 ? webAddress(address) : null;
    if (href === null) return part === '' ? [] : [{ text: part, href: null }];
    const rest = part.slice(address.length);
    return [{ text: address, href }, ...(rest === '' ? [] : [{ text: rest, href: null }])];
  });
}
