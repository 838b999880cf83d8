import { SQSClient } from '@aws-sdk/client-sqs';
import { ENV } from '../../../contract/names';
import { AWS_CLIENT_CONFIG } from '../aws-client-config';
import { required } from '../environment';
import type { Dlq } from './dlq';
import { sqsDlq } from './dlq.sqs';

/** The dead-letter queue of the charge queue, as the environment names both. */
export const chargeDlq = (): Dlq =>
  sqsDlq(new SQSClient(AWS_CLIENT_CONFIG), {
    queueUrl: required(ENV.chargeQueueUrl),
    queueArn: required(ENV.chargeQueueArn),
    dlqUrl: required(ENV.chargeDlqUrl),
    dlqArn: required(ENV.chargeDlqArn),
  });
