/** What the template gives to the functions. Import this before a handler: it reads its variables while it starts. */
Object.assign(process.env, {
  AWS_REGION: 'eu-central-1',
  // Never valid: a test that reached AWS would be refused, and none waits for an instance's credentials.
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  PAYMENTS_TABLE_NAME: 'Payments',
  GUARD_TABLE_NAME: 'Guard',
  CHARGE_PATIENCE: 'short',
  CHARGE_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/111122223333/charge.fifo',
  CHARGE_QUEUE_ARN: 'arn:aws:sqs:eu-central-1:111122223333:charge.fifo',
  CHARGE_DLQ_URL: 'https://sqs.eu-central-1.amazonaws.com/111122223333/charge-dlq.fifo',
  CHARGE_DLQ_ARN: 'arn:aws:sqs:eu-central-1:111122223333:charge-dlq.fifo',
  PROVIDER_SECRET_ARN: 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:provider-key-AbCdEf',
  PROVIDER_LIVEMODE: 'false',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
});
