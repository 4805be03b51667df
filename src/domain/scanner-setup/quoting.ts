/**
 * A line break inside a value would leave its quotes in YAML blocks and add lines to /etc/hosts, and no
 * name, key or address has one.
 */
function refuseControlCharacters(text: string): void {
  if (/\p{Cc}/u.test(text)) {
    throw new RangeError('A value of a command must not hold control characters');
  }
}

/** One word of a POSIX shell command, in which nothing is expanded. Throws RangeError on control characters. */
export function shellQuote(text: string): string {
  refuseControlCharacters(text);
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A YAML string in which nothing is special. Throws RangeError on control characters. */
export function yamlQuote(text: string): string {
  refuseControlCharacters(text);
  return `'${text.replaceAll("'", "''")}'`;
}

/** GitHub replaces expressions anywhere in a workflow before YAML values or shells see them: keeps them as text. */
export function withoutGithubExpressions(text: string): string {
  return text.replaceAll('${{', "${{ '${{' }}");
}

/** GitLab replaces `$NAME` in the values of `variables`: keeps it as text. */
export function withoutGitlabVariables(text: string): string {
  return text.replaceAll('$', '$$$$');
}

/** Every line moved right by `width` spaces, for a YAML block. */
export function indent(text: string, width: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(width));
}
