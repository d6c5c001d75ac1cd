import { inBoth } from './in-both.ts';

/** What an edit would do, and how it is told. */
export interface PlanWords {
  readonly notPlanned: string;
  readonly refused: string;
  readonly accepted: string;
  readonly mayNot: string;
  readonly notAsked: string;
  readonly already: string;
  readonly keptBy: (keeper: string) => string;
  readonly withheld: string;
  readonly imports: string;
  readonly removals: string;
  readonly dataSources: string;
  readonly machines: string;
  readonly unfit: string;
  readonly any: string;
  readonly anyArchitecture: string;
  readonly nothing: string;
  readonly image: string;
  /** What becomes of an operand, by the name that the API gives it. */
  readonly verbs: Readonly<Record<string, string>>;
}

export const planWords = inBoth<PlanWords>(
  {
    notPlanned: 'This could not be planned',
    refused: 'This would be refused',
    accepted: 'The cluster would accept this',
    mayNot: 'You may not make this change; somebody else has to',
    notAsked: 'Whether the cluster would accept this was not asked',
    already: 'This is stored already; there is nothing to change',
    keptBy: (keeper) =>
      `${keeper} looks after the HyperConverged and would write it back: make the change there, with the manifest below`,
    withheld: 'Nothing of this is done yet',
    imports: 'Golden images to import',
    removals: 'Boot sources that go',
    dataSources: 'DataSources that change',
    machines: 'Virtual machines whose boot source changes',
    unfit: 'Images that do not fit',
    any: 'any',
    anyArchitecture: 'any architecture',
    nothing: 'nothing',
    image: 'image',
    verbs: { create: 'create', update: 'update', delete: 'delete', wait: 'wait' },
  },
  {
    notPlanned: '計画を作成できませんでした',
    refused: 'この変更は拒否されます',
    accepted: 'この変更はクラスターに受け入れられます',
    mayNot: 'この変更を行う権限がありません。権限のある人に依頼してください',
    notAsked: 'クラスターが受け入れるかどうかは確認していません',
    already: 'すでにこの内容で保存されています。変更はありません',
    keptBy: (keeper) =>
      `HyperConverged は ${keeper} が管理しており、変更は元に戻されます。下のマニフェストを使って ${keeper} 側で変更してください`,
    withheld: '現時点では何も実行されません',
    imports: 'インポートされるゴールデンイメージ',
    removals: '削除されるブートソース',
    dataSources: '変更される DataSource',
    machines: 'ブートソースが変わる仮想マシン',
    unfit: '適合しないイメージ',
    any: '任意',
    anyArchitecture: '任意のアーキテクチャー',
    nothing: 'なし',
    image: 'イメージ',
    verbs: { create: '作成', update: '更新', delete: '削除', wait: '待機' },
  },
);
