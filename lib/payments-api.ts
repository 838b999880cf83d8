import { Validations } from 'aws-cdk-lib';
import { AuthorizationType, LambdaIntegration } from 'aws-cdk-lib/aws-apigateway';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { API_ALARM_SERVER_ERRORS, API_TIMEOUT_SECONDS } from '../contract/windows';
import { ALARM_PERIOD, type Alarms } from './alarms';
import type { ChargeQueue } from './charge-queue';
import { PROBLEM_DETAILS } from './gateway-errors';
import type { GuardTable } from './guard-table';
import type { PaymentsTable } from './payments-table';
import { ServiceApi } from './service-api';
import { ServiceFunction } from './service-function';
import type { Stage } from './settings';
import { WebAcl } from './web-acl';

export interface PaymentsApiProps {
  readonly stage: Stage;
  readonly payments: PaymentsTable;
  readonly guard: GuardTable;
  readonly queue: ChargeQueue;
  readonly alarms: Alarms;

  /**
   * Ids of the interface endpoints that alone reach the API.
   *
   * @default - the API has a public address
   */
  readonly vpcEndpointIds?: readonly string[];
}

/** `POST /payments`, `GET /payments/{orderId}` and `POST /payments/{orderId}/cancel`, for callers signed with IAM. */
export class PaymentsApi extends Construct {
  /** Base URL, stage included, ending in a slash. */
  readonly url: string;
  readonly restApi: ServiceApi;

  constructor(scope: Construct, id: string, props: PaymentsApiProps) {
    super(scope, id);
    const api = new ServiceApi(this, 'RestApi', {
      description: 'Accepts payments and tells what became of them',
      stageName: props.stage,
      stage: props.stage,
      defaultMethodOptions: { authorizationType: AuthorizationType.IAM },
      errors: PROBLEM_DETAILS,
      vpcEndpointIds: props.vpcEndpointIds,
      // Every body arrives in base64 and the function decodes it: otherwise bytes that are not UTF-8 would be replaced silently on the
      // way, and a broken order id would be accepted as another one.
      binaryMediaTypes: ['*/*'],
    });
    const payments = api.root.addResource('payments');
    payments.addMethod('POST', new LambdaIntegration(this.submitPayment(props), { allowTestInvoke: false }));
    const payment = payments.addResource('{orderId}');
    payment.addMethod('GET', new LambdaIntegration(this.getPayment(props), { allowTestInvoke: false }));
    payment.addResource('cancel').addMethod('POST', new LambdaIntegration(this.cancelPayment(props), { allowTestInvoke: false }));
    this.url = api.url;
    this.restApi = api;
    this.protect(api, props.stage);
    props.alarms.add(this, 'ApiServerErrors', {
      meaning: 'Clients get 5xx answers: the ledger or the queue cannot be reached, or a function fails.',
      metric: api.deploymentStage.metricServerError({ period: ALARM_PERIOD }),
      threshold: API_ALARM_SERVER_ERRORS,
      // An API without requests reports nothing.
      missingData: TreatMissingData.NOT_BREACHING,
    });
  }

  private protect(api: ServiceApi, stage: Stage): void {
    for (const method of api.methods) {
      Validations.of(method).acknowledge({ id: 'AwsSolutions-COG4', reason: 'Callers are services, which sign with IAM credentials.' });
    }
    if (stage === 'production') {
      new WebAcl(this, 'WebAcl', { stageArn: api.deploymentStage.stageArn, stage });
    } else {
      Validations.of(api.deploymentStage).acknowledge({
        id: 'AwsSolutions-APIG3',
        reason: 'A web ACL costs more than a sandbox; production has one (lib/web-acl.ts).',
      });
    }
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

  private cancelPayment(props: PaymentsApiProps): ServiceFunction {
    const cancel = new ServiceFunction(this, 'CancelPayment', {
      folder: 'cancel-payment',
      description: 'Marks a payment as cancelled and enqueues its end',
      timeoutSeconds: API_TIMEOUT_SECONDS,
      stage: props.stage,
    });
    props.payments.grantCancel(cancel);
    props.queue.grantSend(cancel);
    return cancel;
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
