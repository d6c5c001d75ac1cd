let hidden: RegExp | undefined;

/**
 * The text with everything in it that would steer a terminal, or turn text around, written as an escape (`\u001b`, `\u202e`, `\r`):
 * for what registries, pods and strangers wrote. In JSON and in YAML's double quotes the escapes mean the same as what they stand
 * for. `kept` are characters that stay, as `\n` does in a log.
 */
export function visibleText(text: string, kept = ''): string {
  // built on first use: reading the expression alone takes milliseconds
  hidden ??= /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
  return text.replace(hidden, (character) => (kept.includes(character) ? character : escaped(character)));
}

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return named[character] ?? units.join('');
}
