interface Bounds {
  readonly bytes: number;
  readonly patienceMs: number;
}

/** Characters of a private key, with room. */
const longestKey = 16 * 1024;

/** The end of a log, from the beginning of a line; what comes too late is not waited for. */
export async function readTail(
  chunks: AsyncIterable<string>,
  { bytes, patienceMs }: Bounds,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  let [text, isCut] = ['', false];
  const read = async () => {
    for await (const chunk of chunks) {
      text += chunk;
      if (text.length <= 2 * bytes) continue;
      [text, isCut] = [text.slice(-bytes), true];
    }
    return true;
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    const isWhole = await Promise.race([read(), late]);
    return { text: endOf(text, bytes, isCut), isWhole };
  } finally {
    clearTimeout(timer);
  }
}

/** A line or a key of which the beginning is gone would not be known for what it is. */
function endOf(text: string, bytes: number, isCut: boolean): string {
  if (!isCut && text.length <= bytes) return withoutKeyRest(text);
  const rest = text.slice(-bytes);
  return withoutKeyRest(rest.slice(rest.indexOf('\n') + 1));
}

function withoutKeyRest(text: string): string {
  const start = text.slice(0, longestKey);
  const end = start.search(/-----END [A-Z ]{0,40}PRIVATE KEY-----/);
  const begin = start.search(/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/);
  return end < 0 || (begin >= 0 && begin < end) ? text : text.slice(end);
}
