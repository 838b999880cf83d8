import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from './settings';

/**
 * What becomes of queues and logs when their stack is deleted: a sandbox leaves nothing behind, production loses nothing. Only the rollback
 * of the deployment that created them takes them away: they are empty then, and their fixed names would stop the next deployment.
 *
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
export const removalPolicy = (stage: Stage): RemovalPolicy =>
  stage === 'production' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * The same of tables and of the key that they cannot be read without. In production a rollback leaves them too: it would fail on a table
 * that is protected against deletion. Their names are generated, so that an empty one is in nobody's way.
 */
export const tableRemovalPolicy = (stage: Stage): RemovalPolicy => (stage === 'production' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
