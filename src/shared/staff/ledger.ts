// The accounts between which the ledger moves money. Every entry has as much debit as credit.
export const ledgerAccounts = {
  remita: 'Remita',
  fees: 'Application fees',
  charges: 'Transaction charges',
  held: 'Held for refund',
  /** Refunds of what a settlement has and Remita has not stated. */
  unconfirmed: 'Settled, not confirmed by Remita',
  bank: 'Bank',
} as const
export type LedgerAccount = keyof typeof ledgerAccounts
