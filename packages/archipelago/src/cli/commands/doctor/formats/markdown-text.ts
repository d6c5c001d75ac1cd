/** A text that Markdown shows as it is: no markup, no HTML, no mention of people, no links to issues. */
export function markdownText(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]#|~$]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@<!-- -->');
}

/** Commands as a block of code inside a list; its fence is longer than any in them. */
export function markdownCode(lines: readonly string[]): readonly string[] {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`  ${fence}sh`, ...lines.map((line) => `  ${line}`), `  ${fence}`];
}
