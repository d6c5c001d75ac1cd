import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type ApiResponse, isStream } from '../requests/api-response.ts';

/** Smaller answers are not worth it; in bytes, as in kube-apiserver. */
const SMALLEST = 128 * 1024;

const gzipped = promisify(gzip);

/** The answer, compressed where it is large and the client takes that. `accepted` is the header Accept-Encoding. */
export async function compressed(answer: ApiResponse, accepted: string | undefined): Promise<ApiResponse> {
  const { body } = answer;
  const encodings = (accepted ?? '').split(',').map((one) => one.trim());
  if (isStream(body) || !encodings.includes('gzip') || Buffer.byteLength(body) <= SMALLEST) return answer;
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
  return { ...answer, headers, body: await gzipped(body, { level: constants.Z_BEST_SPEED }) };
}
