// What a slip's seal shows for its code; the slips of two features draw it.
import { slipQrUrl } from '#shared/contracts/calls.ts'
import { verifySlipPath } from '#shared/rules/screens.ts'
import { slipCodeInGroups } from '#shared/words/numbers.ts'

export const sealOf = (slipCode: string) => {
  const code = slipCodeInGroups(slipCode)
  return { qr: slipQrUrl(slipCode), code, address: location.host + verifySlipPath(code) }
}
