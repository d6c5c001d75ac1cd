import { inBoth } from './in-both.ts';

/** What the page of virtual machines says. */
interface MachinesWords {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  readonly byArchitecture: string;
  readonly columns: {
    readonly architecture: string;
    readonly machines: string;
    readonly running: string;
    readonly troubled: string;
    readonly nodes: string;
    readonly machine: string;
    readonly problem: string;
    readonly fix: string;
  };
  readonly unknown: string;
  readonly list: string;
  readonly allWell: string;
  readonly noneFound: string;
  readonly shown: (shown: number, chosen: number) => string;
  readonly leftOut: string;
  readonly nothingWrong: string;
  readonly filter: {
    readonly namespace: string;
    readonly apply: string;
    readonly anyArchitecture: string;
    readonly anyProblem: string;
    readonly withProblem: (problem: string, count: number) => string;
    readonly all: string;
  };
  readonly asking: string;
  readonly notSeen: string;
  readonly open: (machine: string) => string;
  readonly close: string;
  readonly gone: (machine: string) => string;
  readonly facts: {
    readonly status: string;
    readonly noStatus: string;
    readonly decidedBy: string;
    readonly bootSource: string;
    readonly noBootSource: string;
    readonly nodes: string;
  };
  /** Who decides the architecture. */
  readonly deciders: Readonly<Record<string, string>>;
  /** What is wrong, by the name of the finding. */
  readonly reasons: Readonly<Record<string, string>>;
}

export const machinesWords = inBoth<MachinesWords>(
  {
    title: 'Machines',
    lead: 'Virtual machines by architecture, and those that do not start or boot: their architecture has no node, no image, or another image.',
    none: 'There are no virtual machines.',
    byArchitecture: 'Virtual machines by architecture',
    columns: {
      architecture: 'Architecture',
      machines: 'Machines',
      running: 'Running',
      troubled: 'With problems',
      nodes: 'Nodes',
      machine: 'Machine',
      problem: 'Problem',
      fix: 'What to do',
    },
    unknown: 'not known',
    list: 'Virtual machines',
    allWell: 'Every virtual machine has nodes of its architecture and an image for it.',
    noneFound: 'No virtual machine is like that.',
    shown: (shown, chosen) =>
      shown === chosen ? `${chosen} listed` : `${shown} of ${chosen} listed, the worst first`,
    leftOut: 'Choose a namespace, an architecture or a problem to see the others.',
    nothingWrong: 'Nothing is wrong',
    filter: {
      namespace: 'Namespace',
      apply: 'Show',
      anyArchitecture: 'Any architecture',
      anyProblem: 'Any problem',
      withProblem: (problem, count) => `${problem} (${count})`,
      all: 'Also those without problems',
    },
    asking: 'The machines are being looked at…',
    notSeen: 'The machines could not be looked at',
    open: (machine) => `Virtual machine ${machine}`,
    close: 'Close',
    gone: (machine) => `There is no virtual machine ${machine}, or there is none any more.`,
    facts: {
      status: 'Status',
      noStatus: 'not told',
      decidedBy: 'Architecture decided by',
      bootSource: 'Boots from',
      noBootSource: 'nothing that has a boot source',
      nodes: 'Nodes it may run on',
    },
    deciders: {
      machine: 'the machine itself (spec.template.spec.architecture)',
      bootSource: 'the label of its boot source',
      default: "KubeVirt's default",
    },
    reasons: {
      UnsupportedArchitecture: 'KubeVirt does not run its architecture',
      WrongBootSource: 'Image of another architecture',
      BootSourceMissing: 'No boot source',
      BootSourceBroken: 'Boot source leads nowhere',
      BootSourceNotReady: 'Image not imported yet',
      BootSourceArchitectureUnknown: 'Architecture of the image not known',
      NoNodeOfArchitecture: 'No node of its architecture',
      PlacementExcludesArchitecture: 'Placement leaves no node',
    },
  },
  {
    title: '仮想マシン',
    lead: 'アーキテクチャー別の仮想マシンと、起動できない仮想マシン (対応するノードがない、イメージがない、別のアーキテクチャーのイメージを使っている) を表示します。',
    none: '仮想マシンはありません。',
    byArchitecture: 'アーキテクチャー別の仮想マシン',
    columns: {
      architecture: 'アーキテクチャー',
      machines: '仮想マシン',
      running: '実行中',
      troubled: '問題あり',
      nodes: 'ノード',
      machine: '仮想マシン',
      problem: '問題',
      fix: '対処方法',
    },
    unknown: '不明',
    list: '仮想マシンの一覧',
    allWell: 'すべての仮想マシンに、対応するアーキテクチャーのノードとイメージがあります。',
    noneFound: '条件に一致する仮想マシンはありません。',
    shown: (shown, chosen) =>
      shown === chosen ? `${chosen} 件` : `${chosen} 件中 ${shown} 件を重大な順に表示`,
    leftOut: '残りを表示するには、namespace、アーキテクチャー、または問題を選択してください。',
    nothingWrong: '問題なし',
    filter: {
      namespace: 'namespace',
      apply: '表示',
      anyArchitecture: 'すべてのアーキテクチャー',
      anyProblem: 'すべての問題',
      withProblem: (problem, count) => `${problem} (${count})`,
      all: '問題のない仮想マシンも表示',
    },
    asking: '仮想マシンを確認しています…',
    notSeen: '仮想マシンを確認できませんでした',
    open: (machine) => `仮想マシン ${machine}`,
    close: '閉じる',
    gone: (machine) => `仮想マシン ${machine} はありません。すでに削除された可能性があります。`,
    facts: {
      status: '状態',
      noStatus: '報告なし',
      decidedBy: 'アーキテクチャーの決定元',
      bootSource: 'ブート元',
      noBootSource: 'ブートソースを使うディスクはありません',
      nodes: '実行可能なノード数',
    },
    deciders: {
      machine: '仮想マシン自身 (spec.template.spec.architecture)',
      bootSource: 'ブートソースのラベル',
      default: 'KubeVirt の既定値',
    },
    reasons: {
      UnsupportedArchitecture: 'KubeVirt が対応していないアーキテクチャー',
      WrongBootSource: '別のアーキテクチャーのイメージ',
      BootSourceMissing: 'ブートソースなし',
      BootSourceBroken: 'ブートソースの参照先が不正',
      BootSourceNotReady: 'イメージのインポート未完了',
      BootSourceArchitectureUnknown: 'イメージのアーキテクチャーが不明',
      NoNodeOfArchitecture: 'アーキテクチャーに対応するノードなし',
      PlacementExcludesArchitecture: '配置条件に合うノードなし',
    },
  },
);
