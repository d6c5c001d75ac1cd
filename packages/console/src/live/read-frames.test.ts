import { describe, expect, it } from 'vitest';
import { readFrames } from './read-frames.ts';

describe('server-sent events', () => {
  const text = 'id: r.1\nevent: whole\ndata: {"a":1}\n\n:\n\nid: r.2\nevent: changes\ndata: []\n\n';
  const frames = [
    { name: 'whole', id: 'r.1', data: '{"a":1}' },
    { name: '', id: '', data: '' },
    { name: 'changes', id: 'r.2', data: '[]' },
  ];

  it('come out whole, wherever the text was cut', () => {
    for (let cut = 0; cut <= text.length; cut += 1) {
      const read = readFrames();
      expect([...read(text.slice(0, cut)), ...read(text.slice(cut))]).toEqual(frames);
    }
  });

  it('wait for their end', () => {
    const read = readFrames();
    expect(read('event: whole\ndata: 1\n')).toEqual([]);
    expect(read('\n')).toEqual([{ name: 'whole', id: '', data: '1' }]);
  });
});
