import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { CredentialError } from './credential-error.ts';
import { createRotatingFile } from './rotating-file.ts';

function file() {
  const clock = new FakeClock();
  const disk = { content: 'one' as string | Error, reads: 0 };
  const readFile = async (path: string) => {
    disk.reads += 1;
    expect(path).toBe('/token');
    if (disk.content instanceof Error) throw disk.content;
    return disk.content;
  };
  return { clock, disk, file: createRotatingFile({ readFile }, clock, '/token') };
}

describe('a file that others change', () => {
  it('is read again when what is known is a minute old', async () => {
    const { clock, disk, file: token } = file();
    expect(await token.read()).toBe('one');
    disk.content = 'two';
    await clock.advance(59_999);
    expect([await token.read(), disk.reads]).toEqual(['one', 1]);
    await clock.advance(1);
    expect([await token.read(), disk.reads]).toEqual(['two', 2]);
    await clock.advance(59_999);
    expect(disk.reads).toBe(2);
  });

  it('is read again when the server refused what it said', async () => {
    const { disk, file: token } = file();
    await token.read();
    disk.content = 'two';
    token.forget();
    expect([await token.read(), disk.reads]).toEqual(['two', 2]);
  });

  it('that is gone for a while says what it said, and is looked for each time', async () => {
    const { clock, disk, file: token } = file();
    await token.read();
    disk.content = new Error('gone');
    await clock.advance(60_000);
    expect([await token.read(), await token.read(), disk.reads]).toEqual(['one', 'one', 3]);
    token.forget();
    expect(await token.read()).toBe('one');
    disk.content = 'two';
    expect(await token.read()).toBe('two');
  });

  it('that was never there is an error that names it', async () => {
    const { disk, file: token } = file();
    disk.content = new Error('ENOENT');
    token.forget();
    await expect(token.read()).rejects.toThrow('/token: cannot be read: ENOENT');
    await expect(token.read()).rejects.toBeInstanceOf(CredentialError);
    disk.content = 'there';
    expect(await token.read()).toBe('there');
  });
});
