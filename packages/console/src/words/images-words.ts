import { inBoth } from './in-both.ts';

/** Texts of the matrix that are computed with it. */
export interface ImagesModelWords {
  /** Who says which architectures an image has, by the name that the API gives the source; `''`: another. */
  readonly sources: Readonly<Record<string, string>>;
  readonly noArchitecture: string;
  readonly known: (architectures: string, source: string) => string;
  readonly undecided: (because: string) => string;
  readonly asItComes: (because: string) => string;
}

export const imagesModelWords = inBoth<ImagesModelWords>(
  {
    sources: {
      annotation: 'as its annotation says',
      probe: 'as its registry says',
      previous: 'as it was known before',
      '': 'as it was decided',
    },
    noArchitecture: 'no architecture',
    known: (architectures, source) => `${architectures}, ${source}`,
    undecided: (because) => `not decided: ${because}`,
    asItComes: (because) => `imported as it comes: ${because}`,
  },
  {
    sources: {
      annotation: 'アノテーションによる',
      probe: 'レジストリーによる',
      previous: '以前の情報による',
      '': '決定済み',
    },
    noArchitecture: 'アーキテクチャーなし',
    known: (architectures, source) => `${architectures}（${source}）`,
    undecided: (because) => `未決定: ${because}`,
    asItComes: (because) => `そのままインポート: ${because}`,
  },
);

/** Texts of the page itself. */
export const imagesWords = inBoth(
  {
    title: 'Golden images',
    lead: 'What has become of each image on each architecture, and why. Machines boot from those that are ready.',
    none: 'There are no golden images: spec.enableCommonBootImageImport and spec.dataImportCronTemplates decide which there are.',
    counts: (counts: string) => `Images × architectures: ${counts}`,
    count: (count: number, state: string) => `${count} ${state.toLowerCase()}`,
    join: ', ',
    table: 'Golden images by architecture',
    more: 'More',
    image: 'Image',
    anyArchitecture: 'Any architecture',
    any: 'any',
    oneForAll: 'one image for all: of whichever architecture imports it',
    nothing: 'none',
    architectures: 'Architectures',
    dataSource: 'DataSource',
    leadsTo: (target: string) => ` leads to ${target}`,
    onEach: (template: string) => `${template} on each architecture`,
    architecture: 'Architecture',
    state: 'State',
    why: 'Why',
    digest: 'Digest',
    imported: 'Imported',
    disk: 'Disk',
    reference: 'Image',
    annotationSays: 'The annotation says',
    registrySays: 'The registry says',
    since: 'first told',
    whatToDo: (fix: string) => `What to do: ${fix}`,
    differ: 'Annotation and registry differ',
    imports: (percent: number) => `${percent} % imported`,
  },
  {
    title: 'ゴールデンイメージ',
    lead: '各イメージのアーキテクチャーごとの状態とその理由です。仮想マシンは準備完了のイメージから起動します。',
    none: 'ゴールデンイメージはありません。どのイメージを使うかは spec.enableCommonBootImageImport と spec.dataImportCronTemplates で決まります。',
    counts: (counts: string) => `イメージ × アーキテクチャー: ${counts}`,
    count: (count: number, state: string) => `${state} ${count}`,
    join: '、',
    table: 'アーキテクチャーごとのゴールデンイメージ',
    more: '詳細',
    image: 'イメージ',
    anyArchitecture: '任意のアーキテクチャー',
    any: '任意',
    oneForAll: 'すべてのノードで共通のイメージです。アーキテクチャーはインポートしたノードで決まります',
    nothing: 'なし',
    architectures: 'アーキテクチャー',
    dataSource: 'DataSource',
    leadsTo: (target: string) => ` → ${target}`,
    onEach: (template: string) => `アーキテクチャーごとの ${template}`,
    architecture: 'アーキテクチャー',
    state: '状態',
    why: '理由',
    digest: 'ダイジェスト',
    imported: 'インポート日時',
    disk: 'ディスク',
    reference: 'イメージ',
    annotationSays: 'アノテーションの内容',
    registrySays: 'レジストリーの内容',
    since: '最初の確認:',
    whatToDo: (fix: string) => `対処: ${fix}`,
    differ: 'アノテーションとレジストリーが不一致',
    imports: (percent: number) => `${percent} % インポート済み`,
  },
);
