import { inBoth } from './in-both.ts';

/** A step of the first hour: what it is about, and what to look at once it is done. */
interface StepWords {
  readonly title: string;
  readonly after: string;
}

/** What the page of the embedded cluster says. */
interface SandboxWords {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  readonly hour: string;
  readonly hourLead: string;
  readonly seen: string;
  readonly notSeen: string;
  readonly steps: Readonly<
    Record<'machines' | 'newArchitecture' | 'neverBoots' | 'drained' | 'nodeImage', StepWords>
  >;
  readonly command: (step: string) => string;
  readonly clock: string;
  readonly clockNow: (ahead: string) => string;
  readonly clockReal: string;
  readonly by: string;
  readonly byHelp: string;
  readonly show: string;
  readonly faults: string;
  readonly faultsLead: string;
  readonly columns: readonly [fault: string, now: string, act: string];
  /** By annotation: what happens. */
  readonly does: Readonly<Record<string, string>>;
  readonly nowOn: (objects: string) => string;
  readonly well: string;
  readonly choose: string;
  readonly chooseFor: (fault: string) => string;
  readonly object: string;
  readonly value: string;
  readonly valueHelp: string;
  readonly noObject: string;
  readonly more: (count: number) => string;
  readonly scenarios: string;
  readonly scenariosLead: string;
}

export const sandboxWords = inBoth<SandboxWords>(
  {
    title: 'Embedded cluster',
    lead: 'This cluster is simulated. Here it is made to fail, its clock is moved, and a first hour leads through it.',
    none: 'This is no embedded cluster, or you are none of its administrators.',
    hour: 'A first hour',
    hourLead:
      'Run each command in a terminal whose KUBECONFIG is this cluster, in the folder of the repository. A step is marked as soon as the cluster shows it.',
    seen: 'Seen',
    notSeen: 'Not yet',
    steps: {
      machines: {
        title: 'Start a virtual machine for each architecture',
        after:
          'Two run, each on a node of its architecture. The third waits: there is no node for it. See Doctor and Golden images.',
      },
      newArchitecture: {
        title: 'Add a node of a new architecture',
        after: 'The operator sees it, imports the images for it, and the machine that waited starts.',
      },
      neverBoots: {
        title: 'Boot a machine from an image of another architecture',
        after: 'It starts and never boots. Apply the example again to mend it.',
      },
      drained: {
        title: 'Drain a node',
        after: 'Its machine moves to another node of its architecture. Uncordon the node afterwards.',
      },
      nodeImage: {
        title: 'Build an image for a pool of nodes',
        after:
          'Each architecture is built on a node of its own, and the nodes take the image one by one. The address and the login of the registry are what up has printed; the page "The first hour" of the documentation has every step.',
      },
    },
    command: (step) => `Command: ${step}`,
    clock: 'The clock',
    clockNow: (ahead) => `The cluster’s clock is ${ahead} ahead of this machine.`,
    clockReal: 'The cluster’s time is this machine’s.',
    by: 'Move it on by',
    byHelp:
      'Such as 90m, 25h or 3d12h. What has become due happens at once. It never goes back: archipelago up --fresh begins anew.',
    show: 'Show what would be written',
    faults: 'Make something fail',
    faultsLead: 'Annotations that mean nothing in other clusters. Without the annotation all is well again.',
    columns: ['What happens', 'Now', 'Choose'],
    does: {
      'archipelago.dev/simulate': 'an operand is Degraded and not Available, and says why',
      'archipelago.dev/simulate-failure': 'an import fails',
      'sandbox.archipelago.dev/exit-code': 'containers end with this code',
      'sandbox.archipelago.dev/run-seconds': 'containers run so many seconds',
      'sandbox.archipelago.dev/not-ready': 'a pod runs and never becomes ready',
      'archipelago.dev/simulate-interfaces':
        'a node has these network cards; a policy that needs another one fails there',
      'sandbox.archipelago.dev/build-exit-code':
        'builds end with this code: 1 is tried again, 65 and 66 are not',
      'sandbox.archipelago.dev/build-evicted': 'the pod of a build is put off its node, and comes again',
      'sandbox.archipelago.dev/build-seconds': 'a build takes so many seconds',
      'sandbox.archipelago.dev/build-lie':
        'architecture, base, digest or key of a built image is not as it is said',
      'sandbox.archipelago.dev/update-fails': 'a node does not take a new image, and says why',
      'sandbox.archipelago.dev/update-hangs': 'a node takes a new image and does not come back',
      'sandbox.archipelago.dev/agent': 'a node has no agent that would take an image',
    },
    nowOn: (objects) => `on ${objects}`,
    well: 'nothing',
    choose: 'Choose…',
    chooseFor: (fault) => `Choose an object for ${fault}`,
    object: 'Object',
    value: 'Value',
    valueHelp: 'Empty: the annotation is taken away, and all is well again.',
    noObject: 'There is no object of such a kind.',
    more: (count) => `There are ${count} more, which are not listed.`,
    scenarios: 'Clusters with a mistake',
    scenariosLead:
      'Each is a cluster of its own: end this one with Ctrl-C, or start it beside this one with another --kubeconfig-out. Nothing of it is kept.',
  },
  {
    title: '組み込みクラスター',
    lead: 'このクラスターはシミュレーションです。ここでは障害を起こし、時計を進め、最初の 1 時間の手順をたどることができます。',
    none: '組み込みクラスターではないか、管理者の権限がありません。',
    hour: '最初の 1 時間',
    hourLead:
      'KUBECONFIG がこのクラスターを指す端末で、リポジトリーのフォルダーから各コマンドを実行してください。クラスターで確認できた手順には印が付きます。',
    seen: '確認済み',
    notSeen: '未実施',
    steps: {
      machines: {
        title: 'アーキテクチャーごとに仮想マシンを起動する',
        after:
          '2 台はそれぞれのアーキテクチャーのノードで動作します。3 台目は対応するノードがないため待機します。「診断」と「ゴールデンイメージ」を確認してください。',
      },
      newArchitecture: {
        title: '新しいアーキテクチャーのノードを追加する',
        after: 'Operator がノードを検出してイメージをインポートし、待機していた仮想マシンが起動します。',
      },
      neverBoots: {
        title: '別のアーキテクチャーのイメージから仮想マシンを起動する',
        after: '起動しますが、ブートしません。サンプルを再度適用すると元に戻ります。',
      },
      drained: {
        title: 'ノードをドレインする',
        after:
          '仮想マシンは同じアーキテクチャーの別のノードへ移行します。終わったらノードを uncordon してください。',
      },
      nodeImage: {
        title: 'ノードプールのイメージをビルドする',
        after:
          'アーキテクチャーごとにそのノード上でビルドされ、ノードは 1 台ずつイメージを適用します。レジストリーのアドレスとログイン情報は up が表示したものを使います。すべての手順はドキュメントの「The first hour」にあります。',
      },
    },
    command: (step) => `コマンド: ${step}`,
    clock: '時計',
    clockNow: (ahead) => `クラスターの時計はこのマシンより ${ahead} 進んでいます。`,
    clockReal: 'クラスターの時刻はこのマシンと同じです。',
    by: '進める時間',
    byHelp:
      '例: 90m、25h、3d12h。期限の来た処理はすぐに実行されます。元には戻せません。archipelago up --fresh で最初からやり直せます。',
    show: '書き込む内容を表示',
    faults: '障害を起こす',
    faultsLead: '他のクラスターでは意味を持たないアノテーションです。アノテーションを外すと正常に戻ります。',
    columns: ['起きること', '現在', '選択'],
    does: {
      'archipelago.dev/simulate': 'オペランドが Degraded になり Available でなくなり、理由を示す',
      'archipelago.dev/simulate-failure': 'インポートが失敗する',
      'sandbox.archipelago.dev/exit-code': 'コンテナーがこのコードで終了する',
      'sandbox.archipelago.dev/run-seconds': 'コンテナーがこの秒数だけ動作する',
      'sandbox.archipelago.dev/not-ready': 'Pod は動作するが Ready にならない',
      'archipelago.dev/simulate-interfaces':
        'ノードがこれらのネットワークカードだけを持つ。別のカードが必要なポリシーは失敗する',
      'sandbox.archipelago.dev/build-exit-code':
        'ビルドがこのコードで終了する (1 は再試行され、65 と 66 は再試行されない)',
      'sandbox.archipelago.dev/build-evicted': 'ビルドの Pod がノードから追い出され、再作成される',
      'sandbox.archipelago.dev/build-seconds': 'ビルドにこの秒数がかかる',
      'sandbox.archipelago.dev/build-lie':
        'ビルドしたイメージの architecture、base、digest、key のいずれかが実際と異なる',
      'sandbox.archipelago.dev/update-fails': 'ノードが新しいイメージを適用できず、理由を示す',
      'sandbox.archipelago.dev/update-hangs': 'ノードが新しいイメージを適用したまま復帰しない',
      'sandbox.archipelago.dev/agent': 'イメージを適用するエージェントがノードにない',
    },
    nowOn: (objects) => `対象: ${objects}`,
    well: 'なし',
    choose: '選択…',
    chooseFor: (fault) => `${fault} の対象を選択`,
    object: 'オブジェクト',
    value: '値',
    valueHelp: '空にするとアノテーションを外し、正常に戻します。',
    noObject: '該当する種類のオブジェクトはありません。',
    more: (count) => `ほかに ${count} 件あり、表示していません。`,
    scenarios: '問題のあるクラスター',
    scenariosLead:
      'それぞれ独立したクラスターです。Ctrl-C でこのクラスターを終了するか、別の --kubeconfig-out を指定して並行して起動してください。状態は保存されません。',
  },
);
