import { inBoth } from './in-both.ts';

/** Texts of the overview that are computed with what it shows. */
export interface OverviewModelWords {
  /** Names of the parts, by the key that the API gives them. */
  readonly parts: Readonly<Record<string, string>>;
  readonly noArchitecture: string;
  readonly noRole: string;
  readonly notLookedAt: string;
  readonly none: string;
  readonly noneFires: string;
  /** How node images stand, by the name that the API gives it. */
  readonly buildStates: Readonly<Record<string, string>>;
}

export const overviewModelWords = inBoth<OverviewModelWords>(
  {
    parts: {
      operator: 'Operator',
      hyperConverged: 'HyperConverged',
      operands: 'Operands',
      images: 'Golden images',
      builds: 'Node images',
      findings: 'Findings',
      alerts: 'Alerts',
      certificates: 'Certificates',
    },
    noArchitecture: 'not told',
    noRole: 'no role',
    notLookedAt: 'Could not be looked at.',
    none: 'There are none.',
    noneFires: 'None fires.',
    buildStates: {
      failed: 'Failed',
      held: 'Held up',
      building: 'Building',
      rolling: 'Rolling out',
      fine: 'Well',
    },
  },
  {
    parts: {
      operator: 'オペレーター',
      hyperConverged: 'HyperConverged',
      operands: 'オペランド',
      images: 'ゴールデンイメージ',
      builds: 'ノードイメージ',
      findings: '検出事項',
      alerts: 'アラート',
      certificates: '証明書',
    },
    noArchitecture: '未報告',
    noRole: 'ロールなし',
    notLookedAt: '確認できませんでした。',
    none: 'ありません。',
    noneFires: '発生中のアラートはありません。',
    buildStates: {
      failed: '失敗',
      held: '保留中',
      building: 'ビルド中',
      rolling: 'ロールアウト中',
      fine: '正常',
    },
  },
);

/** Texts of the page itself. */
export const overviewWords = inBoth(
  {
    title: 'Overview',
    lead: 'How the installation is: nodes by architecture and role, what the operator made, and what is not well.',
    verdicts: {
      well: (namespace: string) => `All is well in ${namespace}`,
      notWell: (namespace: string) => `Not all is well in ${namespace}`,
      notKnown: (namespace: string) => `Not everything could be looked at in ${namespace}`,
    },
    wasWell: (namespace: string) => `All was well in ${namespace} when it was looked at last`,
    alert: 'Alert',
    severity: 'Severity',
    message: 'Message',
    firing: 'Alerts that fire',
    ready: (ready: number, wanted: number) => `${ready} of ${wanted} ready`,
    toImages: 'Images and architectures',
    operand: 'Operand',
    state: 'State',
    part: 'Part',
    inShort: 'In short',
    installation: 'Parts of the installation',
    problems: (count: number) => (count === 0 ? 'No problems' : `Problems: ${count}`),
    problemList: 'Problems',
    noProblem: 'Nothing that was looked at is wrong.',
    toDoctor: 'What the doctor finds',
    noFinding: 'The doctor finds nothing.',
    blind: (count: number) => `${count === 1 ? '1 check' : `${count} checks`} could not look.`,
    pool: 'Image',
    toNodeImages: 'Builds and rollouts',
    whatToDo: (fix: string) => `What to do: ${fix}`,
  },
  {
    title: '概要',
    lead: 'インストール全体の状態です。アーキテクチャーとロールごとのノード、オペレーターが作成したもの、正常でないものを表示します。',
    verdicts: {
      well: (namespace: string) => `${namespace} はすべて正常です`,
      notWell: (namespace: string) => `${namespace} は正常でない部分があります`,
      notKnown: (namespace: string) => `${namespace} には確認できなかった部分があります`,
    },
    wasWell: (namespace: string) => `${namespace} は最後に確認した時点ではすべて正常でした`,
    alert: 'アラート',
    severity: '重大度',
    message: 'メッセージ',
    firing: '発生中のアラート',
    ready: (ready: number, wanted: number) => `${wanted} 個中 ${ready} 個が準備完了`,
    toImages: 'イメージとアーキテクチャー',
    operand: 'オペランド',
    state: '状態',
    part: '構成要素',
    inShort: '要約',
    installation: 'インストールの構成要素',
    problems: (count: number) => (count === 0 ? '問題なし' : `問題: ${count} 件`),
    problemList: '問題',
    noProblem: '確認した範囲に問題はありません。',
    toDoctor: '診断の検出事項',
    noFinding: '検出事項はありません。',
    blind: (count: number) => `${count} 件の検査は確認できませんでした。`,
    pool: 'イメージ',
    toNodeImages: 'ビルドとロールアウト',
    whatToDo: (fix: string) => `対処: ${fix}`,
  },
);
