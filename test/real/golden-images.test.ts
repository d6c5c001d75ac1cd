import { testGoldenImages } from '../suites/golden-images.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testGoldenImages(kubernetesServers(), 5);
