// What a slip's verification code shows. Application slips and payment slips both print it.
import { getSlipQrUrl } from '#shared/api/applicant/calls.ts'
import { describeVerification } from '#shared/slips/slip-content.ts'

export const buildVerificationCode = (slipCode: string) => ({
  qrUrl: getSlipQrUrl(slipCode),
  ...describeVerification(location.host, slipCode),
})
