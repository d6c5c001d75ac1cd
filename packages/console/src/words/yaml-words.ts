import { inBoth } from './in-both.ts';

/** The HyperConverged as YAML. */
export const yamlWords = inBoth(
  {
    open: 'Edit as YAML',
    asYaml: 'As YAML',
    title: 'The HyperConverged as YAML',
    lead: 'Its spec, labels and annotations. Nothing is stored before the plan is applied.',
    loading: 'The YAML is being read…',
    text: 'YAML of the HyperConverged',
    reading: 'The text is being read…',
    plan: 'Show the plan',
    planning: 'Planning…',
    backToForm: 'Back to the form',
    close: 'Close',
    wrong: 'This cannot be planned',
    doubtful: 'Some of this has no effect',
    line: (line: string) => `Line ${line}`,
    noText: 'The YAML could not be read',
  },
  {
    open: 'YAML で編集',
    asYaml: 'YAML で表示',
    title: 'HyperConverged の YAML',
    lead: 'spec、ラベル、アノテーションです。計画を適用するまで何も保存されません。',
    loading: 'YAML を読み込んでいます…',
    text: 'HyperConverged の YAML',
    reading: 'テキストを読み取っています…',
    plan: '計画を表示',
    planning: '計画を作成しています…',
    backToForm: 'フォームに戻る',
    close: '閉じる',
    wrong: '計画を作成できません',
    doubtful: '効果のない記述があります',
    line: (line) => `${line} 行目`,
    noText: 'YAML を読み込めませんでした',
  },
);
