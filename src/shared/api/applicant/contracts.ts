// All contracts of the API. The compiler refuses a call without one.
import type { z } from 'zod'
import type { Contract } from '../contract.ts'
import { accountContracts } from './accounts.ts'
import { applicationContracts } from './applications.ts'
import type { CallName } from './calls.ts'
import { contactContracts } from './contact.ts'
import { dataExportContracts } from './data-exports.ts'
import { exerciseContracts } from './exercise.ts'
import { ninContracts } from './nin.ts'
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
} as const satisfies Record<CallName, Contract>

export type Contracts = typeof contracts

type ContractPart<N extends CallName, P extends 'params' | 'query' | 'body' | 'reply'> =
  Contracts[N] extends Record<P, infer S extends z.ZodType> ? S : never
/** As the client sends it. */
export type RequestInput<N extends CallName, P extends 'params' | 'query' | 'body'> = z.input<ContractPart<N, P>>
/** As the server gets it, after validation. */
export type ParsedRequest<N extends CallName, P extends 'params' | 'query' | 'body'> = z.output<ContractPart<N, P>>
/** The whole successful answer. */
export type Reply<N extends CallName> = z.output<ContractPart<N, 'reply'>>
