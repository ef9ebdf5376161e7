// The faults that can be injected into the Remita simulator, per call.
import { z } from 'zod'
import { commonFault } from '../http/faults.ts'

const wrapper = z.enum(['jsonp', 'tight', 'semicolon', 'bare']).optional()

/** Any provider code: `777` does not exist, `020` and `044` mean wrong credentials, `998` is 'unknown'. */
const code = z.string().min(1).max(20).optional()

const generate = z.strictObject({
  ...commonFault,
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
  ...commonFault,
  wrapper,
  /** Answers with this code whatever the order's state. */
  code,
  /** An order stays pending for the first N status requests after it was paid; both calls count. */
  pendingFor: z.int().positive().optional(),
  /** Reports 100 naira less, or more, than was paid. */
  underpaid: z.literal(true).optional(),
  overpaid: z.literal(true).optional(),
})

const notification = z.strictObject({
  times: commonFault.times,
  none: z.literal(true).optional(),
  double: z.literal(true).optional(),
  lateMs: z.int().positive().max(86_400_000).optional(),
  /** Names an RRR that was never issued and an amount that nobody paid. */
  forged: z.literal(true).optional(),
  /** `object` sends one object, `sparse` two fields only, `otherCase` the names in capitals. */
  shape: z.enum(['object', 'sparse', 'otherCase']).optional(),
})

export const remitaFaultsSchema = z.strictObject({
  generate: generate.optional(),
  status: status.optional(),
  orderStatus: status.optional(),
  /** The script of the widget. */
  widget: z.strictObject(commonFault).optional(),
  /** The widget's Pay; with `lost: 'answer'` the payment was made and the browser gets no answer. */
  widgetPay: z.strictObject(commonFault).optional(),
  notification: notification.optional(),
})

export type RemitaFaults = z.infer<typeof remitaFaultsSchema>
export type GenerateFault = z.infer<typeof generate>
export type StatusFault = z.infer<typeof status>
export type NotificationFault = z.infer<typeof notification>
