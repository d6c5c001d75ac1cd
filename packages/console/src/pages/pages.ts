import { type ComponentType, lazy } from 'react';
import type { PageProps } from '../parts/page-props.ts';
import { type Both, inBoth } from '../words/in-both.ts';
import { OverviewPage } from './overview/overview-page.tsx';

interface ConsolePage {
  readonly path: string;
  readonly title: Both<string>;
  readonly component: ComponentType<PageProps>;
  /** Of embedded clusters alone. */
  readonly isForEmbedded?: true;
}

const SettingsPage = lazy(async () => ({
  default: (await import('./settings/settings-page.tsx')).SettingsPage,
}));
const ImagesPage = lazy(async () => ({ default: (await import('./images/images-page.tsx')).ImagesPage }));
const MachinesPage = lazy(async () => ({
  default: (await import('./machines/machines-page.tsx')).MachinesPage,
}));
const NodeImagesPage = lazy(async () => ({
  default: (await import('./node-images/node-images-page.tsx')).NodeImagesPage,
}));
const DoctorPage = lazy(async () => ({ default: (await import('./doctor/doctor-page.tsx')).DoctorPage }));
const AlertsPage = lazy(async () => ({ default: (await import('./alerts/alerts-page.tsx')).AlertsPage }));
const SandboxPage = lazy(async () => ({
  default: (await import('./sandbox/sandbox-page.tsx')).SandboxPage,
}));

/** The pages in the order of the navigation; the first is shown where an address names none. */
export const pages: readonly [ConsolePage, ...ConsolePage[]] = [
  { path: '/overview', title: inBoth('Overview', '概要'), component: OverviewPage },
  { path: '/settings', title: inBoth('Settings', '設定'), component: SettingsPage },
  { path: '/images', title: inBoth('Golden images', 'ゴールデンイメージ'), component: ImagesPage },
  { path: '/machines', title: inBoth('Machines', '仮想マシン'), component: MachinesPage },
  { path: '/node-images', title: inBoth('Node images', 'ノードイメージ'), component: NodeImagesPage },
  { path: '/doctor', title: inBoth('Doctor', '診断'), component: DoctorPage },
  { path: '/alerts', title: inBoth('Alerts', 'アラート'), component: AlertsPage },
  {
    path: '/sandbox',
    title: inBoth('Embedded cluster', '組み込みクラスター'),
    component: SandboxPage,
    isForEmbedded: true,
  },
];
