import { describe, expect, it } from 'vitest';
import { imagesModelWords } from '../words/images-words.ts';
import { imagesModel } from './images-model.ts';

const words = imagesModelWords.en;

const cell = (architecture: string | undefined, state: string, more: object = {}) => ({
  ...(architecture === undefined ? {} : { architecture }),
  ...{ dataSource: `fedora-${architecture ?? ''}`, state, cause: 'because' },
  ...more,
});
const known = { kind: 'known', architectures: ['amd64', 'arm64'], source: 'annotation' };
const row = (decided: object, cells: readonly object[]) => ({
  ...{ template: 't', namespace: 'n', dataSource: 'fedora', decided: { ...decided } },
  cells: cells.map((each) => ({ ...each })),
});

describe('golden images', () => {
  it('are templates × architectures, with a place for each', () => {
    const cells = [
      cell('arm64', 'importing'),
      cell('amd64', 'ready', { digest: 'sha256:1', claim: '10Gi', size: 7 }),
    ];
    const model = imagesModel(
      { architectures: ['amd64', 'arm64', 's390x'], rows: [row(known, cells)] },
      words,
    );
    expect(model.rows[0]).toMatchObject({
      decided: 'amd64, arm64, as its annotation says',
      cells: [
        { state: 'ready', digest: 'sha256:1', claim: '10Gi', downloadBytes: 7, importedAt: '' },
        { state: 'importing', digest: '', claim: '' },
        undefined,
      ],
      anyNode: undefined,
    });
    expect(model.counts).toEqual([
      { state: 'importing', count: 1 },
      { state: 'ready', count: 1 },
    ]);
  });

  it.each([
    ['known from the registry', { ...known, source: 'probe' }, 'amd64, arm64, as its registry says'],
    ['known from somewhere else', { ...known, source: 'new' }, 'amd64, arm64, as it was decided'],
    ['known to have none', { ...known, architectures: [] }, 'no architecture, as its annotation says'],
    ['not decided', { kind: 'undecided', because: 'pending' }, 'not decided: pending'],
    ['imported as it comes', { kind: 'anyNode', because: 'notProbed' }, 'imported as it comes: notProbed'],
  ])('are %s', (_, decided, text) => {
    expect(imagesModel({ architectures: [], rows: [row(decided, [])] }, words).rows[0]?.decided).toBe(text);
  });

  it('are being imported, as far as CDI tells', () => {
    const imports = [{ namespace: 'n', dataSource: 'fedora-arm64', phase: 'ImportInProgress', percent: 42 }];
    const rows = [row(known, [cell('arm64', 'importing'), cell('amd64', 'importing')])];
    const model = imagesModel({ architectures: ['amd64', 'arm64'], rows, imports }, words);
    expect(model.rows[0]?.cells.map((each) => each?.percent)).toEqual([undefined, 42]);
  });

  it('that are imported as they come have a place of their own', () => {
    const { rows } = imagesModel(
      { architectures: ['amd64'], rows: [row({ kind: 'anyNode' }, [cell(undefined, 'ready')])] },
      words,
    );
    expect(rows[0]).toMatchObject({ cells: [undefined], anyNode: { state: 'ready' } });
  });

  it('are none', () => {
    for (const view of [null, {}, { rows: 'x' }])
      expect(imagesModel(view, words)).toEqual({ architectures: [], rows: [], counts: [] });
  });
});
