// What a slip's verification code shows. Application slips and payment slips both print it.
import { getSlipQrUrl } from '#shared/api/calls.ts'
import { formatSlipCode } from '#shared/format/numbers.ts'
import { getVerifySlipPath } from '#shared/routes.ts'

export function buildVerificationCode(slipCode: string) {
  const code = formatSlipCode(slipCode)
  return { qrUrl: getSlipQrUrl(slipCode), code, address: location.host + getVerifySlipPath(code) }
}
