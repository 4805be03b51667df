/**
 * Writes the header that carries the user and the password of an address; null where it has neither. A `%` that encodes
 * nothing stands for itself, as `URL` leaves it: a password may well end in one.
 */
export function basicAuthorization({
  username,
  password,
}: Pick<URL, 'username' | 'password'>): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
