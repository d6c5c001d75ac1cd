/** What a page says that a command prints: `...` stands for anything, and how much space stands between words does not count. */
export function printedPattern(prints: string): RegExp {
  const parts = prints.split('...').map((part) =>
    part
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s*'),
  );
  return new RegExp(`^\\s*${parts.join('.*?')}\\s*$`, 's');
}
