// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of the product, in which they stand

import { mutantsOf } from './mutant';

/** The way back out of the dead-letter queue. */
export const REDRIVE_MUTANTS = [
  ...mutantsOf(
    'functions/redrive/copy-chosen.ts',
    ['test/unit/redrive/copy-chosen.test.ts'],
    [
      {
        name: "a copy is sent under the message's own id",
        from: 'dlq.sendCopy(message, `${runId}/${message.messageId}`)',
        to: 'dlq.sendCopy(message, message.messageId)',
      },
      {
        name: 'a repeated run sends every copy anew',
        from: 'dlq.sendCopy(message, `${runId}/${message.messageId}`)',
        to: 'dlq.sendCopy(message, `${runId}/${Math.random()}`)',
      },
      {
        name: 'a dead letter is deleted before it is sent',
        from: "await dlq.sendCopy(message, `${runId}/${message.messageId}`);\n    reason = 'sent-not-deleted';\n    await dlq.remove(message);",
        to: "await dlq.remove(message);\n    reason = 'sent-not-deleted';\n    await dlq.sendCopy(message, `${runId}/${message.messageId}`);",
      },
      {
        name: 'what is behind a failed copy is sent past it',
        from: 'if (notCopied) return [notCopied, ',
        to: 'if (notCopied && group.length < 0) return [notCopied, ',
      },
      { name: 'a later message of the group is sent past a failed one', from: 'stuckGroups.has(groupId)', to: 'false' },
      {
        name: 'a run without time left goes on sending',
        from: 'if (!(await acquirePermit()))',
        to: 'if (!(await acquirePermit()) && false)',
      },
    ],
  ),
  ...mutantsOf(
    'functions/redrive/discard-chosen.ts',
    ['test/unit/redrive/discard-chosen.test.ts'],
    [
      {
        name: 'the message of a payment that is still to be charged is deleted',
        from: "'to-be-charged': false",
        to: "'to-be-charged': true",
      },
      { name: 'the message of a payment that failed is deleted', from: "'fails-again': false", to: "'fails-again': true" },
      { name: 'the message of a payment that is too old is deleted', from: 'expires: false', to: 'expires: true' },
      {
        name: 'a message that nobody chose is deleted',
        from: 'messages.filter(({ messageId }) => missing.delete(messageId))',
        to: 'messages.filter(({ messageId }) => missing.delete(messageId) || true)',
      },
      { name: 'a dry run deletes', from: 'if (dryRun) {', to: 'if (dryRun && messages.length < 0) {' },
      {
        name: 'a message is deleted and nobody learns of it',
        from: 'if (judged.length > 0) record(',
        to: 'if (judged.length < 0) record(',
      },
    ],
  ),
  ...mutantsOf(
    'functions/redrive/chosen-orders.ts',
    ['test/unit/redrive/copy-chosen.test.ts'],
    [{ name: 'what comes back during a run is copied again', from: '!selected.has(contentOf(message))', to: 'true' }],
  ),
  ...mutantsOf(
    'functions/redrive/scan-dlq.ts',
    ['test/unit/redrive/copy-chosen.test.ts', 'test/unit/redrive/preview.test.ts', 'test/unit/redrive/dry-run.test.ts'],
    [
      { name: 'what was passed over stays hidden', from: 'await dlq.release([...toRelease.values()]);', to: '' },
      {
        name: 'what a failed scan looked at stays hidden',
        from: '  } finally {',
        to: '  } catch (error) {\n    toRelease.clear();\n    throw error;\n  } finally {',
      },
    ],
  ),
  ...mutantsOf(
    'functions/shared/dlq/verdict.ts',
    ['test/unit/shared/verdict.test.ts'],
    [
      {
        name: 'a preview calls a contradicting message settled',
        from: "    case 'differs':\n      return status;",
        to: "      return status;\n    case 'differs':",
      },
      {
        name: 'a preview calls it safe while the provider is down',
        from: "const failing = provider !== 'answers' && provider !== 'not-asked';",
        to: 'const failing = false;',
      },
      {
        name: 'a preview believes a read of a provider that turns charges away',
        from: "lastFailure?.code === 'provider-busy'",
        to: 'false',
      },
      {
        name: 'a preview calls it safe while the provider repeats a stored error',
        from: "lastFailure?.code === 'provider-repeats-error'",
        to: 'false',
      },
      {
        name: 'a preview calls it safe that payments would only expire',
        from: '> CHARGE_HORIZON_SECONDS * 1000',
        to: '> Number.POSITIVE_INFINITY',
      },
      {
        name: 'a preview forgets that a failure was permanent',
        from: 'lastFailure !== undefined && isPermanent(lastFailure.code)',
        to: 'lastFailure === null',
      },
    ],
  ),
  ...mutantsOf(
    'functions/redrive/redrive.ts',
    ['test/unit/redrive/redrive.test.ts'],
    [
      { name: 'a dry run moves everything', from: 'if (request.dryRun)', to: 'if (false)' },
      {
        name: 'chosen orders are copied at any rate',
        from: 'rateLimiter(maxMessagesPerSecond, ports)',
        to: 'rateLimiter(undefined, ports)',
      },
    ],
  ),
  ...mutantsOf(
    'functions/redrive/move-all.ts',
    ['test/unit/redrive/redrive.test.ts'],
    [
      { name: 'a second move task is begun beside the first', from: 'if (active) return', to: 'if (false) return' },
      { name: 'a start that came second is an error', from: 'if (running) return', to: 'if (false) return' },
      { name: 'an earlier task passes for the one just started', from: '!known.has(startedAt)', to: 'true' },
    ],
  ),
  ...mutantsOf(
    'functions/redrive/handler.ts',
    ['test/unit/redrive/handler.test.ts'],
    [
      {
        name: 'nobody learns who asked for a run that died',
        from: 'logger.info(`redrive ${action} requested`',
        to: 'logger.debug(`redrive ${action} requested`',
      },
    ],
  ),
];
