import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of the HostPathProvisioner, in Japanese. */
export const hostPathTexts: Readonly<Record<string, CheckTexts>> = {
  VD401: {
    title: '仮想マシンのノードで HostPathProvisioner が実行されている',
    message:
      '仮想マシンは {missing} で実行される可能性がありますが、HostPathProvisioner はそこにボリュームを作成しません。',
    impact: 'このディスクを持つ仮想マシンは、そのノードでは起動しません。',
    fix: 'HostPathProvisioner の spec.workload に、ワークロードと同じ配置を設定してください',
    falsePositives: '使用するクラスがない場合は情報として報告されます',
  },
  VD402: {
    title: 'クラスが存在するストレージプールを指定している',
    message: 'クラス {class} が使うプール {pool} は、HostPathProvisioner にありません。',
    impact: 'このクラスのディスクは待機したままになります。',
    fix: 'パラメーター storagePool が次のいずれかであるクラスを作成するか、プールを追加してください: {pools}',
    falsePositives: 'なし',
  },
  VD403: {
    title: 'レガシープロビジョナーが使われていない',
    message:
      'レガシープロビジョナーが {by} で使われています。これは非推奨で、スナップショットに対応していません。',
    impact: '今後のリリースで削除されます。',
    fix: 'spec.storagePools を設定し、kubevirt.io.hostpath-provisioner のクラスを作成してください',
    falsePositives: '移行中',
  },
  VD404: {
    title: 'HostPathProvisioner のクラスが遅延バインディングである',
    message:
      'クラス {class} はすぐにバインドするため、仮想マシンのノードが決まる前にボリュームが作成されます。',
    impact: '仮想マシンが、適さないノードに固定される可能性があります。',
    fix: 'volumeBindingMode: WaitForFirstConsumer のクラスを作成してください。既存のクラスでは変更できません',
    falsePositives: '単一ノードのクラスターは対象外です',
  },
  VD405: {
    title: 'ストレージプールの準備ができている',
    message: 'プール {pool} は {desired} 台のノードのうち {ready} 台で Ready です ({phase})。',
    impact: '残りのノードではディスクが待機したままになります。',
    fix: 'プールの PVC と Pod を確認してください',
    falsePositives: '参加した直後のノード',
  },
};
