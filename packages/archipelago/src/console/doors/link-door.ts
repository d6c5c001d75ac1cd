import { createHash, timingSafeEqual } from 'node:crypto';
import { type Clock, isJsonObject } from '@archipelago/apimachinery';
import type { Refusal } from '../requests/judge-request.ts';
import type { Door } from './door.ts';

interface LinkDoorOptions<Desk> {
  /** Of everybody who comes in. */
  readonly desk: Desk;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Of the link that is printed. */
  readonly code: string;
}

const codeLastsMs = 10 * 60_000;
const wrongCode: Refusal = {
  status: 401,
  reason: 'WrongCode',
  message: 'the link was used or is too old; start archipelago console again',
};

/** Lets in who knows the code of the link. It counts once, and for ten minutes. */
export function linkDoor<Desk>({ desk, clock, code }: LinkDoorOptions<Desk>): Door<Desk> {
  const ends = clock.monotonic() + codeLastsMs;
  let wanted: Buffer | undefined = digest(code);
  return {
    kind: 'link',
    async enter(body) {
      const given = isJsonObject(body) ? body.code : undefined;
      const isRight =
        typeof given === 'string' &&
        wanted !== undefined &&
        clock.monotonic() <= ends &&
        timingSafeEqual(digest(given), wanted);
      if (!isRight) return { ok: false, ...wrongCode };
      wanted = undefined;
      return { ok: true, user: '', login: code, desk };
    },
    isOf: () => true,
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
