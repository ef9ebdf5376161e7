import { channelChoices } from '#shared/lists/payments.ts'
import { formatPaymentType } from '#shared/policy/payment-type.ts'

/** As Remita names it; it does not always. */
export const formatChannel = (channel: string) => (channel === '' ? channelChoices.none : formatPaymentType(channel))
