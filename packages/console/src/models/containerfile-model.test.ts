import { describe, expect, it } from 'vitest';
import {
  containerfileCommand,
  forecastModel,
  nextArchitecture,
  storedEntries,
} from './containerfile-model.ts';

const entry = (containerfileArch: string, content = 'FROM configs\n') => ({ containerfileArch, content });

describe('the Containerfile of a config', () => {
  it.each([
    [{ containerFile: [{ content: 'FROM configs\nRUN a' }] }, [entry('NoArch', 'FROM configs\nRUN a')]],
    [{ containerFile: [entry('ARM64', 'RUN b')] }, [entry('ARM64', 'RUN b')]],
    [{ containerFile: [] }, [entry('NoArch')]],
    [{}, [entry('NoArch')]],
  ])('of %j is typed in as %j', (answer, entries) => {
    expect(storedEntries(answer)).toEqual(entries);
  });

  it.each([
    [[], 'NoArch'],
    [['NoArch'], 'AMD64'],
    [['AMD64', 'NoArch'], 'ARM64'],
    [['NoArch', 'AMD64', 'ARM64', 'PPC64LE', 'S390X'], undefined],
  ])('with entries for %j can have one more for %s', (names, next) => {
    expect(nextArchitecture(names.map((name) => entry(name)))).toBe(next);
  });

  it('is changed by a command that a shell reads as it is meant', () => {
    const config = { group: 'layering.archipelago.dev', name: 'workers' };
    expect(containerfileCommand(config, [entry('NoArch', "RUN echo 'a'\n")])).toBe(
      `kubectl patch machineosconfigs.layering.archipelago.dev workers --type merge -p '{"spec":{"containerFile":[{"containerfileArch":"NoArch","content":"RUN echo '\\''a'\\''\\n"}]}}'`,
    );
  });
});

describe('what an edit would build', () => {
  it('is told by architecture, with what differs', () => {
    const forecast = {
      ...{ verdict: 'build', removed: ['s390x'], unanswered: [{ reference: 'a/b', message: 'no answer' }] },
      findings: [{ level: 'warning', message: 'odd', fix: 'mend it' }],
      platforms: [
        { architecture: 'amd64', action: 'reuse', because: 'same key' },
        {
          ...{ architecture: 'arm64', action: 'build', because: 'new' },
          differs: [{ input: 'containerfile' }, { input: 'base', before: 'x' }],
        },
      ],
    };
    expect(forecastModel({ forecast })).toEqual({
      ...{ verdict: 'build', message: '', removed: ['s390x'], problem: '' },
      platforms: [
        { architecture: 'amd64', action: 'reuse', because: 'same key', differs: [] },
        { architecture: 'arm64', action: 'build', because: 'new', differs: ['containerfile', 'base: x → —'] },
      ],
      remarks: [
        { text: 'a/b: no answer', fix: '' },
        { text: 'odd', fix: 'mend it' },
      ],
    });
  });

  it('is not known where the console says why', () => {
    expect(forecastModel({ notes: [], problem: { message: 'spec.containerFile: too long' } })).toMatchObject({
      problem: 'spec.containerFile: too long',
      platforms: [],
    });
  });
});
