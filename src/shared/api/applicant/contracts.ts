// All contracts of the API. The compiler refuses a call without one.
import { accountContracts } from './accounts.ts'
import type { AnyCallName } from './all-calls.ts'
import { applicationContracts } from './applications.ts'
import { contactContracts } from './contact.ts'
import type { ApplicantContract } from './contract.ts'
import { dataExportContracts } from './data-exports.ts'
import { exerciseContracts } from './exercise.ts'
import { ninContracts } from './nin.ts'
import { offerContracts } from './offers.ts'
import { paymentContracts } from './payments.ts'
import { slipContracts } from './slips.ts'
import { uploadContracts } from './uploads.ts'

export const contracts = {
  ...accountContracts,
  ...paymentContracts,
  ...ninContracts,
  ...applicationContracts,
  ...uploadContracts,
  ...contactContracts,
  ...exerciseContracts,
  ...slipContracts,
  ...dataExportContracts,
  ...offerContracts,
} as const satisfies Record<AnyCallName, ApplicantContract>

export type Contracts = typeof contracts
