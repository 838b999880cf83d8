import { endOnBrokenPipe } from './broken-pipe';
import { ops } from './ops';

// Of no use to whoever operates payments.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

endOnBrokenPipe();
void ops(process.argv.slice(2), process).then((exitCode) => {
  process.exitCode = exitCode;
});
