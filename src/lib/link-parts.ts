import { webAddress } from './web-address';

/** A piece of a text; `href` where it is a web address. */
export interface LinkPart {
  readonly text: string;
  readonly href: string | null;
}

const ADDRESS = /(https?:\/\/[^\s<>"']+)/;
/** What ends a sentence or a bracket around an address is not part of it. */
const AFTER = '.,;:!?)]}…';

/** Cuts a text at the web addresses in it. */
export function linkParts(text: string): LinkPart[] {
  return text.split(ADDRESS).flatMap((part, index) => {
    const address = index % 2 === 1 ? withoutEnd(part) : '';
    const href = address === '' ? null : webAddress(address);
    if (href === null) return part === '' ? [] : [{ text: part, href: null }];
    const rest = part.slice(address.length);
    return [{ text: address, href }, ...(rest === '' ? [] : [{ text: rest, href: null }])];
  });
}

/** An expression would try each run of such signs in the middle, too, once from each of them. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && AFTER.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}
