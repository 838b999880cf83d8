import type { AcquirerClient } from '@charge-once/acquirer/client';
import { acquirerOf } from './acquirer';
import { type Functions, functionsOf } from './functions';
import type { Send } from './http';
import { type PaymentsApi, paymentsApi } from './payments-api';
import { type Queues, queuesOf } from './queues';
import { type SimulatorControl, simulatorControl } from './simulator-control';
import { outputOf, type Target } from './target';

/** All that can be asked of a running simulator: what an installation on AWS answers too, and what only the simulator can do. */
export interface SimulatorClient {
  readonly target: Target;
  readonly payments: PaymentsApi;
  readonly queues: Queues;
  readonly functions: Functions;
  readonly acquirer: AcquirerClient;
  readonly control: SimulatorControl;
  /** Of the charge queue and its DLQ. */
  readonly chargeQueueUrl: string;
  readonly dlqUrl: string;
}

/** @param send transport of the requests to the payments API */
export function simulatorClient(target: Target, send?: Send): SimulatorClient {
  const output = (name: string): string => outputOf(target.outputs, name, target);
  return {
    target,
    payments: paymentsApi(output('ApiUrl'), send),
    queues: queuesOf(target),
    functions: functionsOf(target),
    acquirer: acquirerOf(target),
    control: simulatorControl(output('ApiUrl')),
    chargeQueueUrl: output('ChargeQueueUrl'),
    dlqUrl: output('ChargeDlqUrl'),
  };
}
