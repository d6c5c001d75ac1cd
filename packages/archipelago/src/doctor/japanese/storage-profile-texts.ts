import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of StorageProfiles, in Japanese. */
export const storageProfileTexts: Readonly<Record<string, CheckTexts>> = {
  VD306: {
    title: 'CDI がクラスのパラメーターを認識している',
    message: 'CDI は {provisioner} を認識していますが、{profile} のパラメーターを認識していません。',
    impact: 'このクラスのディスクには、アクセスモードとボリュームモードを手動で指定する必要があります。',
    fix: 'バックエンドを指定するパラメーターを持つクラスを作成してください。既存のクラスのパラメーターは変更できません',
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
    message: 'StorageProfile {profile}: spec.claimPropertySets の項目に {lack} がありません。',
    impact: 'CDI はプロファイルを使用できず、status は以前のままになります。',
    fix: '項目を補完するか、spec.claimPropertySets を削除してください',
    falsePositives: 'なし',
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
};
