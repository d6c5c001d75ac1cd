const longest = 120;

/** What somebody wrote, no longer than a line. */
export function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
