// The faults that can be injected into the NIN simulator, per provider.
import { z } from 'zod'
import { commonFault } from '../http/faults.ts'
import { dateFormats } from './persons.ts'

const prembly = z.strictObject({
  ...commonFault,
  /** Answers every request with this response_code: `02` is down, `03` out of credit, `99` unknown. */
  code: z.string().min(1).max(10).optional(),
  /** Refuses the key. */
  badKey: z.literal(true).optional(),
  /** The field of the reply that holds the person. */
  dataIn: z.enum(['nin_data', 'data']).optional(),
  birthdateAs: z.enum(dateFormats).optional(),
  /** Fields of the person to leave out, by Prembly's names. */
  omit: z.array(z.string()).optional(),
})

const dojah = z.strictObject({
  ...commonFault,
  badKey: z.literal(true).optional(),
  /** Answers `{"error": …}` with this HTTP status. */
  errorStatus: z.int().min(400).max(599).optional(),
  photoIn: z.enum(['photo', 'image']).optional(),
  /** Fields of the entity to leave out, by Dojah's names. */
  omit: z.array(z.string()).optional(),
})

export const ninFaultsSchema = z.strictObject({ prembly: prembly.optional(), dojah: dojah.optional() })

export type NinFaults = z.infer<typeof ninFaultsSchema>
export type PremblyFault = z.infer<typeof prembly>
export type DojahFault = z.infer<typeof dojah>
