import type { FaultRules } from '../aws/fault-rules';
import type { OutboundCalls } from '../aws/outbound-calls';
import type { Answer } from '../http/answer';
import type { Metrics } from '../metrics';
import type { Secrets } from '../secretsmanager/secrets';
import type { Story } from '../story';
import type { Timeline } from '../timeline/timeline';
import type { Clock, LambdaService, SqsEngine } from '../types';
import type { Watch } from '../watch';

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
