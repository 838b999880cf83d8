import type { FaultRules } from '@charge-once/simulator/aws/fault-rules';
import type { OutboundCalls } from '@charge-once/simulator/aws/outbound-calls';
import type { Answer } from '@charge-once/simulator/http/answer';
import type { Metrics } from '@charge-once/simulator/metrics';
import type { Secrets } from '@charge-once/simulator/secretsmanager/secrets';
import type { Clock, LambdaService, SqsEngine } from '@charge-once/simulator/types';
import type { Watch } from '@charge-once/simulator/watch';
import type { Story } from '../story';
import type { Timeline } from '../timeline/timeline';

/** Everything the control endpoints show or move. */
export interface ControlOptions {
  outputs: Record<string, string>;
  clock: Clock;
  sqs: SqsEngine;
  lambda: LambdaService;
  metrics: Metrics;
  watch: Watch;
  calls: OutboundCalls;
  faults: FaultRules;
  secrets: Secrets;
  timeline: Timeline;
  story: Story;
  /** Called when virtual time has moved, so that it can be written down. */
  onAdvanced: () => void;
}

export interface ControlRequest {
  url: URL;
  body: Buffer;
  /** Path parameters in order, decoded. */
  parameters: string[];
}

export type Endpoint = (options: ControlOptions, request: ControlRequest) => Answer | Promise<Answer>;
