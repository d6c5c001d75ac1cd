import { testGoldenImages } from '../suites/golden-images.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testGoldenImages(embeddedServers, 2);
