/** Set before the handler's module is loaded: it reads its names while it starts. Nothing here is reached by these tests. */
process.env.ACQUIRER_TABLE_NAME = 'acquirer';
process.env.ACQUIRER_SECRET_ARN = 'arn:aws:secretsmanager:eu-central-1:111111111111:secret:acquirer';
process.env.AWS_REGION = 'eu-central-1';
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
