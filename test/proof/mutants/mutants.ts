import { CHARGE_MUTANTS } from './charge';
import { GUARD_MUTANTS } from './guard';
import { LEDGER_MUTANTS } from './ledger';
import type { Mutant } from './mutant';
import { PROVIDER_MUTANTS } from './provider';
import { RECONCILE_MUTANTS } from './reconcile';
import { RECOVER_MUTANTS } from './recover';
import { REDRIVE_MUTANTS } from './redrive';
import { TEMPLATE_MUTANTS, WINDOW_MUTANTS } from './stack';
import { SUBMIT_MUTANTS } from './submit';

export const MUTANTS: readonly Mutant[] = [
  ...LEDGER_MUTANTS,
  ...CHARGE_MUTANTS,
  ...GUARD_MUTANTS,
  ...PROVIDER_MUTANTS,
  ...SUBMIT_MUTANTS,
  ...REDRIVE_MUTANTS,
  ...RECOVER_MUTANTS,
  ...RECONCILE_MUTANTS,
  ...WINDOW_MUTANTS,
  ...TEMPLATE_MUTANTS,
];
