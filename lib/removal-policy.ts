import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from './settings';

/** What becomes of data when its stack is deleted: a sandbox leaves nothing behind, production loses nothing. */
export const removalPolicy = (stage: Stage): RemovalPolicy => (stage === 'production' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
