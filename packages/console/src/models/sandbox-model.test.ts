import { describe, expect, it } from 'vitest';
import { sandboxWords } from '../words/sandbox-words.ts';
import { hourCommands, hourSteps, sandboxModel, targetName } from './sandbox-model.ts';

describe('the embedded cluster', () => {
  it('is none where the console says so', () => {
    expect(sandboxModel({ isEmbedded: false })).toEqual({
      isEmbedded: false,
      ahead: '',
      faults: [],
      scenarios: [],
      seen: [],
    });
  });

  it('says what is wrong in it, and what could be', () => {
    const model = sandboxModel({
      isEmbedded: true,
      clock: { ahead: '25h0m0s' },
      faults: [
        {
          annotation: 'a/b',
          example: '1',
          count: 5,
          targets: [
            { kind: 'Node', name: 'n', value: 'x' },
            { kind: 'Pod', namespace: 's', name: 'p' },
          ],
        },
      ],
      scenarios: [
        { name: 'one', says: 'it fails', platform: 'openshift' },
        { name: 'two', says: 'well' },
      ],
      firstHour: { machines: true, drained: false, nodeImage: true },
    });
    expect(model.ahead).toBe('25h0m0s');
    expect(model.faults[0]?.left).toBe(3);
    expect(model.faults[0]?.targets.map((target) => [targetName(target), target.value])).toEqual([
      ['Node n', 'x'],
      ['Pod s/p', undefined],
    ]);
    expect(model.scenarios.map(({ command }) => command)).toEqual([
      'archipelago up --scenario one --platform openshift',
      'archipelago up --scenario two',
    ]);
    expect(model.seen).toEqual(['machines', 'nodeImage']);
  });

  it('has a clock that is this machine’s', () => {
    expect(sandboxModel({ clock: { ahead: '0s' } }).ahead).toBe('');
  });

  it('has words and a command for each step', () => {
    for (const words of [sandboxWords.en, sandboxWords.ja])
      expect(Object.keys(words.steps)).toEqual([...hourSteps]);
    expect(Object.keys(hourCommands)).toEqual([...hourSteps]);
  });
});
