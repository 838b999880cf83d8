import { mutantsOf } from './mutant';

const RECOVER = ['test/unit/recover/recover.test.ts'];
const STATE = ['test/unit/recover/recovery-state.test.ts'];
const LEDGER = ['test/unit/shared/payments-contract.test.ts'];

/** The recovery: what it must not touch, count or send. */
export const RECOVER_MUTANTS = [
  ...mutantsOf('functions/recover/look.ts', RECOVER, [
    { name: 'the recovery sends back what contradicts its payment', from: "    case 'differs':\n", to: '' },
    {
      name: 'the recovery sends back what the provider refused for good',
      from: "    case 'fails-again':\n      return false;",
      to: "      return false;\n    case 'fails-again':\n      return true;",
    },
    { name: 'the recovery sends back what is too old to be charged', from: "    case 'expires':\n", to: '' },
    { name: 'the recovery never gives up', from: '>= MAX_RECOVERIES ||', to: '>= Number.POSITIVE_INFINITY ||' },
    { name: 'one payment alone goes back for ever', from: '>= MAX_RECOVERIES_IN_ALL', to: '>= Number.POSITIVE_INFINITY' },
    { name: 'the recovery sends back what the provider still refuses', from: ' && !isHeld(dead.payment, now)', to: '' },
    {
      name: 'what was sent and not removed passes for a return',
      from: 'payment.recoveredAt !== undefined && arrivedAt > Date.parse(payment.recoveredAt)',
      to: 'true',
    },
  ]),
  ...mutantsOf('functions/recover/plan.ts', RECOVER, [
    {
      name: 'all goes back at once, without a canary',
      from: "isBack || isOver ? 'returned' : 'on-its-way'",
      to: "isBack || isOver ? 'returned' : 'ended'",
    },
    {
      name: 'the rest goes on while payments come back',
      from: 'if (isBack) return { state: { ...trying, triedAt',
      to: 'if (false) return { state: { ...trying, triedAt',
    },
    { name: 'the same canary is tried again and again', from: 'recoveries(a) - recoveries(b) ||', to: '' },
    { name: 'canaries follow each other without a pause', from: 'triedAt === undefined || now', to: 'triedAt !== null || now' },
    { name: 'the pause between canaries grows without end', from: ', RECOVERY_PAUSE_SECONDS);', to: ', Number.POSITIVE_INFINITY);' },
    {
      name: 'a cancelled canary shows that the provider works',
      from: "canaryRow.status === 'charged' || canaryRow.status === 'declined'",
      to: 'true',
    },
    { name: 'what fails now goes back with the rest', from: 'each.arrivedAt <= since && ', to: '' },
    { name: 'a lost canary is waited for without end', from: 'now - sentAt > patienceSeconds * 1000', to: 'now < sentAt' },
  ]),
  ...mutantsOf('functions/recover/watched.ts', RECOVER, [
    {
      name: 'an outage uses up the recoveries of those that were tried',
      from: 'Date.parse(end) > sentAt && Date.parse(end) <= arrivedAt',
      to: 'true',
    },
    { name: 'what ended after a return counts against it', from: ' && Date.parse(end) <= arrivedAt', to: '' },
    { name: 'what ended before a recovery counts against it', from: 'Date.parse(end) > sentAt && ', to: '' },
  ]),
  ...mutantsOf('functions/recover/recover.ts', RECOVER, [
    { name: 'the recovery hides messages from a move task', from: 'if (await activeMove(dlq)) return undefined;', to: '' },
    { name: 'the recovery sends although another run was first', from: 'if (written === undefined) return undefined;', to: '' },
    { name: 'the recovery works while it is paused', from: 'if (stored.state.isPaused)', to: 'if (false)' },
    { name: 'what the recovery looked at stays hidden', from: 'await dlq.release([...held.values()]);', to: '' },
    { name: 'a copy is sent that is not counted', from: 'if (!isCounted) continue;', to: '' },
    {
      name: 'the recovery counts after it has sent',
      from: 'const isCounted = isTerminal(payment) || (await ports.payments.noteRecovery(payment, new Date(ports.clock()).toISOString()));',
      to: 'const isCounted = true;',
    },
    { name: 'the recovery sends copies at any rate', from: '!maySend() || !(await ports.acquirePermit())', to: '!maySend()' },
    {
      name: 'returns are never counted',
      from: 'for (const each of returned) await payments.noteReturn',
      to: 'for (const each of []) await payments.noteReturn',
    },
    {
      name: "the recovery sends a copy under the message's own id",
      from: 'await ports.dlq.sendCopy(first!,',
      to: 'await ports.dlq.sendCopy(first!, first!.messageId);\n    void (first!,',
    },
  ]),
  ...mutantsOf('functions/recover/recovery-state.dynamodb.ts', STATE, [
    {
      name: 'the state of one run is written over that of another',
      from: "'version = :version'",
      to: "'version = :version OR version > :version'",
    },
    { name: 'a repeated write of the state passes for somebody else’s', from: 'unmarshall(error.Item).writeId === writeId', to: 'false' },
  ]),
  ...mutantsOf('functions/shared/payments.dynamodb.ts', LEDGER, [
    {
      name: 'two runs count one recovery each',
      from: "'recoveries = :before' : 'attribute_not_exists(recoveries)'",
      to: 'undefined : undefined',
    },
    {
      name: 'a return counts twice',
      from: "condition: 'recoveredAt = :sent',",
      to: "condition: '(recoveredAt = :sent OR attribute_not_exists(recoveredAt))',",
    },
    {
      name: 'a repeated note counts another time in the DLQ',
      from: 'lastFailure.#at <> :time OR',
      to: ':time = :time OR lastFailure.#at <> :time OR',
    },
  ]),
  ...mutantsOf(
    'functions/shared/dlq/verdict.ts',
    ['test/unit/shared/verdict.test.ts'],
    [
      { name: 'a preview calls it safe what was redriven in vain', from: 'redrives >= VAIN_REDRIVES', to: 'false' },
      { name: 'a preview takes canaries of an outage for redrives in vain', from: ' - (recoveries - recoveriesInVain)', to: '' },
    ],
  ),
  ...mutantsOf('functions/shared/dlq/join.ts', RECOVER, [
    { name: 'a request to cancel that nobody made is taken for one', from: 'payment.cancelRequestedAt !== undefined', to: 'true' },
  ]),
];
