import { inBoth } from './in-both.ts';

type Names = Readonly<Record<string, string>>;

/** What the page of node images says. */
interface NodeImagesWords {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  /** Of a MachineOSConfig. */
  readonly states: Names;
  readonly phases: Names;
  readonly platformStates: Names;
  readonly nodeStates: Names;
  readonly facts: {
    readonly nodes: string;
    readonly image: string;
    readonly noImage: string;
    readonly build: string;
    readonly noBuild: string;
    readonly startedAt: string;
  };
  readonly remarks: string;
  readonly fix: string;
  readonly platforms: (config: string) => string;
  readonly columns: {
    readonly architecture: string;
    readonly state: string;
    readonly where: string;
    readonly tries: string;
    readonly since: string;
    readonly actions: string;
    readonly nodes: string;
    readonly message: string;
  };
  readonly reusedFrom: (build: string) => string;
  readonly log: string;
  readonly retry: string;
  readonly rebuild: string;
  readonly assemblyLog: string;
  readonly edit: string;
  readonly rollout: (config: string) => string;
  readonly nodesOf: (architecture: string) => string;
  readonly leftOut: (count: number) => string;
}

export const nodeImagesWords = inBoth<NodeImagesWords>(
  {
    title: 'Node images',
    lead: 'Images of the nodes: how far each architecture is built, and which nodes have their image. A build runs on nodes of its own architecture.',
    none: 'There is no MachineOSConfig. archipelago layering plan -f FILE tells what one would build.',
    states: {
      fine: 'Fine',
      rolling: 'Nodes take the image',
      building: 'Building',
      held: 'Held up',
      failed: 'Failed',
    },
    phases: {
      Pending: 'Pending',
      WaitingForNodes: 'Waiting for nodes',
      Building: 'Building',
      Assembling: 'Assembling',
      Verifying: 'Verifying',
      Succeeded: 'Succeeded',
      Failed: 'Failed',
      Interrupted: 'Interrupted',
      Superseded: 'Superseded',
    },
    platformStates: {
      Pending: 'Pending',
      WaitingForNode: 'Waiting for a node',
      Unschedulable: 'No node takes it',
      Running: 'Building',
      Retrying: 'Tried again',
      Cancelled: 'Cancelled',
      Succeeded: 'Built',
      Reused: 'Used again',
      Failed: 'Failed',
    },
    nodeStates: {
      UpToDate: 'up to date',
      Updating: 'updating',
      Outdated: 'waiting',
      Failed: 'failed',
      NoImageForArchitecture: 'no image for the architecture',
      Unknown: 'not known',
    },
    facts: {
      nodes: 'For nodes',
      image: 'Image',
      noImage: 'none yet',
      build: 'Build',
      noBuild: 'none yet',
      startedAt: 'Begun',
    },
    remarks: 'What is in the way',
    fix: 'What to do',
    platforms: (config) => `Images of ${config} by architecture`,
    columns: {
      architecture: 'Architecture',
      state: 'State',
      where: 'Built on',
      tries: 'Tries',
      since: 'Since',
      actions: 'Actions',
      nodes: 'Nodes',
      message: 'Message',
    },
    reusedFrom: (build) => `of ${build}`,
    log: 'Log',
    retry: 'Retry',
    rebuild: 'Build again',
    assemblyLog: 'Log of the assembly',
    edit: 'Try another Containerfile',
    rollout: (config) => `Nodes of ${config} by architecture`,
    nodesOf: (architecture) => `Nodes of ${architecture}`,
    leftOut: (count) => `${count} more, which are counted above`,
  },
  {
    title: 'ノードイメージ',
    lead: 'ノードのイメージについて、アーキテクチャーごとのビルドの進み具合と、イメージを適用済みのノードを表示します。ビルドは同じアーキテクチャーのノードで実行されます。',
    none: 'MachineOSConfig はありません。archipelago layering plan -f FILE で、作成した場合に何がビルドされるかを確認できます。',
    states: {
      fine: '正常',
      rolling: 'ノードへ展開中',
      building: 'ビルド中',
      held: '保留',
      failed: '失敗',
    },
    phases: {
      Pending: '待機中',
      WaitingForNodes: 'ノード待ち',
      Building: 'ビルド中',
      Assembling: '組み立て中',
      Verifying: '検証中',
      Succeeded: '成功',
      Failed: '失敗',
      Interrupted: '中断',
      Superseded: '新しいビルドに置き換え済み',
    },
    platformStates: {
      Pending: '待機中',
      WaitingForNode: 'ノード待ち',
      Unschedulable: '割り当て可能なノードなし',
      Running: 'ビルド中',
      Retrying: '再試行中',
      Cancelled: '取り消し',
      Succeeded: 'ビルド済み',
      Reused: '再利用',
      Failed: '失敗',
    },
    nodeStates: {
      UpToDate: '最新',
      Updating: '更新中',
      Outdated: '待機中',
      Failed: '失敗',
      NoImageForArchitecture: 'アーキテクチャー用のイメージなし',
      Unknown: '不明',
    },
    facts: {
      nodes: '対象ノード',
      image: 'イメージ',
      noImage: 'まだありません',
      build: 'ビルド',
      noBuild: 'まだありません',
      startedAt: '開始',
    },
    remarks: '妨げになっていること',
    fix: '対処方法',
    platforms: (config) => `${config} のアーキテクチャー別イメージ`,
    columns: {
      architecture: 'アーキテクチャー',
      state: '状態',
      where: 'ビルドしたノード',
      tries: '試行回数',
      since: '開始・完了',
      actions: '操作',
      nodes: 'ノード',
      message: 'メッセージ',
    },
    reusedFrom: (build) => `${build} のイメージ`,
    log: 'ログ',
    retry: '再試行',
    rebuild: '再ビルド',
    assemblyLog: '組み立てのログ',
    edit: '別の Containerfile を試算',
    rollout: (config) => `${config} のアーキテクチャー別ノード`,
    nodesOf: (architecture) => `${architecture} のノード`,
    leftOut: (count) => `ほか ${count} 台 (上の台数に含まれます)`,
  },
);
