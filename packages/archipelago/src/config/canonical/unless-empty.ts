/** For operands whose API knows no difference between an empty text and none. */
export function unlessEmpty(text: string): string | undefined {
  return text === '' ? undefined : text;
}
