import { AuthorizationType, LambdaIntegration } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { ChargeQueue } from './charge-queue';
import { PROBLEM_DETAILS } from './gateway-errors';
import type { GuardTable } from './guard-table';
import type { PaymentsTable } from './payments-table';
import { ServiceApi } from './service-api';
import { ServiceFunction } from './service-function';
import type { Stage } from './settings';
import { API_TIMEOUT_SECONDS } from './windows';

export interface PaymentsApiProps {
  readonly stage: Stage;
  readonly payments: PaymentsTable;
  readonly guard: GuardTable;
  readonly queue: ChargeQueue;
}

/** `POST /payments` and `GET /payments/{orderId}`, for callers signed with IAM. */
export class PaymentsApi extends Construct {
  /** Base URL, stage included, ending in a slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: PaymentsApiProps) {
    super(scope, id);
    const api = new ServiceApi(this, 'RestApi', {
      description: 'Accepts payments and tells what became of them',
      stageName: props.stage,
      stage: props.stage,
      defaultMethodOptions: { authorizationType: AuthorizationType.IAM },
      errors: PROBLEM_DETAILS,
      // Every body arrives in base64 and the function decodes it: otherwise bytes that are not UTF-8 would be replaced silently on the
      // way, and a broken order id would be accepted as another one.
      binaryMediaTypes: ['*/*'],
    });
    const payments = api.root.addResource('payments');
    payments.addMethod('POST', new LambdaIntegration(this.submitPayment(props), { allowTestInvoke: false }));
    payments.addResource('{orderId}').addMethod('GET', new LambdaIntegration(this.getPayment(props), { allowTestInvoke: false }));
    this.url = api.url;
  }

  private submitPayment(props: PaymentsApiProps): ServiceFunction {
    const submit = new ServiceFunction(this, 'SubmitPayment', {
      folder: 'submit-payment',
      description: 'Accepts a payment once per business event and enqueues it',
      timeoutSeconds: API_TIMEOUT_SECONDS,
      stage: props.stage,
    });
    props.payments.grantSubmit(submit);
    props.guard.grantClientTokens(submit);
    props.queue.grantSend(submit);
    return submit;
  }

  private getPayment(props: PaymentsApiProps): ServiceFunction {
    const get = new ServiceFunction(this, 'GetPayment', {
      folder: 'get-payment',
      description: 'Tells the status of every attempt to collect an order',
      timeoutSeconds: API_TIMEOUT_SECONDS,
      stage: props.stage,
    });
    props.payments.grantList(get);
    return get;
  }
}
