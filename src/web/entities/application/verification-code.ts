// What a slip's seal shows for its code; the slips of two features draw it.
import { slipQrUrl } from '#shared/api/calls.ts'
import { slipCodeInGroups } from '#shared/format/numbers.ts'
import { verifySlipPath } from '#shared/routes.ts'

export const sealOf = (slipCode: string) => {
  const code = slipCodeInGroups(slipCode)
  return { qr: slipQrUrl(slipCode), code, address: location.host + verifySlipPath(code) }
}
