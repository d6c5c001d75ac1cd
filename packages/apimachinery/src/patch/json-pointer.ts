/** A pointer's reference tokens, or what is wrong with it. */
type JsonPointerResult =
  | { readonly ok: true; readonly tokens: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** Reads a JSON pointer strictly (RFC 6901): empty for the whole document, `~0` for `~`, `~1` for `/`. */
export function parseJsonPointer(pointer: string): JsonPointerResult {
  if (pointer === '') return { ok: true, tokens: [] };
  if (!pointer.startsWith('/')) {
    return { ok: false, message: `${JSON.stringify(pointer)} is no JSON pointer: it must start with "/"` };
  }
  const wrong = /~(?![01]).?/su.exec(pointer);
  if (wrong !== null) {
    const rule = 'only "~0" (for "~") and "~1" (for "/") are escapes';
    const message = `${JSON.stringify(pointer)} is no JSON pointer: ${JSON.stringify(wrong[0])}: ${rule}`;
    return { ok: false, message };
  }
  return { ok: true, tokens: pointer.slice(1).split('/').map(unescapeToken) };
}

/** Resolves `~1` and `~0` in one pass and leaves any other `~` as it is. */
export function unescapeToken(token: string): string {
  return token.replace(/~[01]/g, (pair) => (pair === '~1' ? '/' : '~'));
}
