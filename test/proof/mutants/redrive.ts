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
        from: 'dlq.sendCopy(letter, `${runId}/${letter.messageId}`)',
        to: 'dlq.sendCopy(letter, letter.messageId)',
      },
      {
        name: 'a repeated run sends every copy anew',
        from: 'dlq.sendCopy(letter, `${runId}/${letter.messageId}`)',
        to: 'dlq.sendCopy(letter, `${runId}/${Math.random()}`)',
      },
      {
        name: 'a dead letter is deleted before it is sent',
        from: 'await dlq.sendCopy(letter, `${runId}/${letter.messageId}`);\n      await dlq.remove(letter);',
        to: 'await dlq.remove(letter);\n      await dlq.sendCopy(letter, `${runId}/${letter.messageId}`);',
      },
      { name: 'what is behind a failed copy is sent past it', from: 'return group.slice(index);', to: 'return [letter];' },
      { name: 'a later message of the group is sent past a failed one', from: 'chosen.delete(orderOf(letter));', to: '' },
      { name: 'what was passed over stays hidden', from: 'await dlq.release(passedOver);', to: '' },
    ],
  ),
  ...mutantsOf(
    'functions/redrive/preview.ts',
    ['test/unit/redrive/preview.test.ts'],
    [
      { name: 'a preview keeps what it looked at', from: 'finally {\n    await dlq.release(letters);', to: 'finally {' },
      {
        name: 'a preview that fails half-way keeps what it looked at',
        from: 'await dlq.release(letters);\n    throw error;',
        to: 'throw error;',
      },
      { name: 'a preview calls a contradicting message safe', from: ' + (byStatus.differs ?? 0);', to: ';' },
    ],
  ),
  ...mutantsOf(
    'functions/redrive/redrive.ts',
    ['test/unit/redrive/redrive.test.ts'],
    [
      { name: 'a dry run moves everything', from: 'if (request.dryRun)', to: 'if (false)' },
      { name: 'a second move task is begun beside the first', from: 'if (running) return', to: 'if (false) return' },
    ],
  ),
];
