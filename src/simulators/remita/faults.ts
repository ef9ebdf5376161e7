// The faults that the Remita simulator can be told to have, per call.
import { z } from 'zod'
import { anyFault } from '../http/faults.ts'

const wrapper = z.enum(['jsonp', 'tight', 'semicolon', 'bare']).optional()

/** Any provider code: `777` is unknown to everybody, `020` and `044` are about credentials, `998` is 'ask again'. */
const code = z.string().min(1).max(20).optional()

const generate = z.strictObject({
  ...anyFault,
  wrapper,
  /** Refuses with this code; nothing is generated. */
  code,
  /** The RRR exists, but the answer says 025 with an empty RRR. */
  emptyRrr: z.literal(true).optional(),
  /** Adds the `orderID` that some answers carry. */
  extraOrderId: z.literal(true).optional(),
  /** How a repeated orderId is refused. */
  duplicateAs: z.enum(['028', '055', 'DUPLICATE_REQUEST']).optional(),
})

const status = z.strictObject({
  ...anyFault,
  wrapper,
  /** Answers with this code whatever the order's state. */
  code,
  /** An order stays pending for the first N asks after it was paid, both calls counted. */
  pendingFor: z.int().positive().optional(),
  /** Reports 100 naira less, or more, than is true. */
  underpaid: z.literal(true).optional(),
  overpaid: z.literal(true).optional(),
})

const notification = z.strictObject({
  times: anyFault.times,
  none: z.literal(true).optional(),
  double: z.literal(true).optional(),
  lateMs: z.int().positive().max(86_400_000).optional(),
  /** Names an RRR that was never issued and an amount that nobody paid. */
  forged: z.literal(true).optional(),
  /** `object` sends one object, `sparse` next to nothing, `otherCase` the names in capitals. */
  shape: z.enum(['object', 'sparse', 'otherCase']).optional(),
})

export const remitaFaults = z.strictObject({
  generate: generate.optional(),
  status: status.optional(),
  orderStatus: status.optional(),
  /** The script of the widget. */
  widget: z.strictObject(anyFault).optional(),
  /** The widget's Pay; with `lost: 'answer'` the payer has paid and the browser never hears of it. */
  widgetPay: z.strictObject(anyFault).optional(),
  notification: notification.optional(),
})

export type RemitaFaults = z.infer<typeof remitaFaults>
export type GenerateFault = z.infer<typeof generate>
export type StatusFault = z.infer<typeof status>
export type NotificationFault = z.infer<typeof notification>
