import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of StorageProfiles, in Japanese. */
export const storageProfileTexts: Readonly<Record<string, CheckTexts>> = {
  VD306: {
    title: 'CDI がクラスのパラメーターを認識している',
    message: 'CDI は {provisioner} を認識していますが、{profile} のパラメーターを認識していません。',
    impact: 'このクラスのディスクには、アクセスモードとボリュームモードを手動で指定する必要があります。',
    fix: 'パラメーター {parameter} を持つクラスを作成してください。既存のクラスのパラメーターは変更できません',
    falsePositives: '手動で設定されたプロファイルは対象外です',
  },
  VD305: {
    title: 'StorageProfile が完全である',
    message: 'StorageProfile {profile} は不完全です (プロビジョナー: {provisioner})。',
    impact: 'このクラスのディスクには、アクセスモードとボリュームモードを手動で指定する必要があります。',
    fix: '対応するモードをドライバーのベンダーに確認し、設定してください: kubectl edit storageprofiles.cdi.kubevirt.io {profile}',
    falsePositives: '仮想マシンのディスクに使われないクラス',
  },
  VD307: {
    title: 'StorageProfile がクラスと一致している',
    message: '{class} の StorageProfile は{problem}。CDI が実行されているか確認してください。',
    impact: 'CDI はこのクラスのボリュームの作成方法を判断できません。',
    fix: 'Deployment cdi-deployment を確認してください',
    falsePositives: '作成から 2 分以内のクラスは対象外です',
  },
  VD308: {
    title: '指定された claimPropertySets が有効である',
    message: 'StorageProfile {profile}: {problem}。',
    impact: 'ドライバーが提供しないボリュームが要求されるか、最適なものが使われません。',
    fix: 'spec.claimPropertySets を修正するか、削除してください。削除すると CDI が認識している値が使われます',
    falsePositives: '2026 年 8 月時点の CDI の情報より新しいドライバー',
  },
  VD311: {
    title: 'プロファイルのスナップショットクラスが存在する',
    message: 'StorageProfile {profile} が参照するスナップショットクラス {snapshotClass} は{problem}。',
    impact: 'スナップショットによるクローンが失敗します。',
    fix: 'クラスを作成するか、spec.snapshotClass を削除してください',
    falsePositives: 'なし',
  },
  VD312: {
    title: 'ドライバーごとにデフォルトのスナップショットクラスが 1 つある',
    message:
      '{driver} のスナップショットクラス {count} 個のうち、CDI はアルファベット順で最初の {taken} を使います。',
    impact: '別のクラスが作成されると、ディスクのクローン方法が変わります。',
    fix: 'いずれかをデフォルトにしてください',
    falsePositives: 'なし',
  },
  VD313: {
    title: 'ブートイメージが CDI の推奨する形式で保持されている',
    message:
      '{class} のブートイメージはボリュームとして保持されています。多数の仮想マシンにはスナップショットの方が適しています。',
    impact: '同時に作成される多数の仮想マシンが互いに待機します。',
    fix: 'driver が {provisioner} の VolumeSnapshotClass を作成するか、StorageProfile に spec.dataImportCronSourceFormat: snapshot を設定してください',
    falsePositives: '明示的に指定された形式は対象外です',
  },
  VD314: {
    title: 'ブートイメージが共有ストレージにある',
    message: 'デフォルトクラス {class} のボリュームは単一のノードにあります。{problem}。',
    impact: 'ブートイメージから作成された仮想マシンは、イメージのノードでのみ実行されます。',
    fix: '共有ストレージのクラスをデフォルトにするか、ブートイメージの storageClassName に指定してください',
    falsePositives: '単一ノードのクラスターは対象外です',
  },
  VD317: {
    title: 'Ceph: 仮想マシンのディスクに rxbounce がある',
    message:
      '{namespace}/{vm} のディスク {pvc} は mapOptions krbd:rxbounce なしで作成されています。デフォルトクラスを変更しても変わりません。',
    impact: 'Windows でチェックサムエラーが発生し、ブロックが再書き込みされます。',
    fix: 'mapOptions krbd:rxbounce を持つクラスにディスクを移動してください (ストレージの移行またはクローン)',
    falsePositives: 'Windows 以外のゲストと不明なゲストは情報として報告されます',
  },
};
