// The faults that the NIN simulator can be told to have, per protocol.
import { z } from 'zod'
import { anyFault } from '../http/faults.ts'
import { dateFormats } from './persons.ts'

const prembly = z.strictObject({
  ...anyFault,
  /** Answers with this response_code whoever is asked for: `02` is down, `03` out of credit, `99` unknown. */
  code: z.string().min(1).max(10).optional(),
  /** Refuses the key, as after a rotation that nobody told us of. */
  badKey: z.literal(true).optional(),
  /** Where the person stands in the answer. */
  dataIn: z.enum(['nin_data', 'data']).optional(),
  birthdateAs: z.enum(dateFormats).optional(),
  /** Fields of the person that are left out, by Prembly's names. */
  omit: z.array(z.string()).optional(),
})

const dojah = z.strictObject({
  ...anyFault,
  badKey: z.literal(true).optional(),
  /** Answers `{"error": …}` with this HTTP status. */
  errorStatus: z.int().min(400).max(599).optional(),
  photoIn: z.enum(['photo', 'image']).optional(),
  /** Fields of the entity that are left out, by Dojah's names. */
  omit: z.array(z.string()).optional(),
})

export const ninFaults = z.strictObject({ prembly: prembly.optional(), dojah: dojah.optional() })

export type NinFaults = z.infer<typeof ninFaults>
export type PremblyFault = z.infer<typeof prembly>
export type DojahFault = z.infer<typeof dojah>
