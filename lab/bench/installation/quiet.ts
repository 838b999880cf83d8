/** Imported before anything that loads the SDK or a handler: neither the SDK's notice about Node.js 20 nor a log line belongs into a measurement. */
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
