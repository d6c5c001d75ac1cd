import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { linkDoor } from './link-door.ts';

function world() {
  const clock = new FakeClock();
  return { clock, door: linkDoor({ desk: 'a desk', clock, code: 'secret' }) };
}

describe('the door of the link', () => {
  it('lets in who knows the code, once', async () => {
    const { door } = world();
    expect(await door.enter({ code: 'another' }, {}, '')).toMatchObject({ ok: false, reason: 'WrongCode' });
    expect(await door.enter({ code: 'secret' }, {}, '')).toMatchObject({ ok: true, desk: 'a desk' });
    expect(await door.enter({ code: 'secret' }, {}, '')).toMatchObject({ ok: false });
  });

  it('is closed after ten minutes', async () => {
    const { clock, door } = world();
    await clock.advance(10 * 60_000 + 1);
    expect(await door.enter({ code: 'secret' }, {}, '')).toMatchObject({ ok: false });
  });
});
