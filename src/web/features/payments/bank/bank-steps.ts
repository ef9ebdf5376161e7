// How an RRR is paid without a card, told on the page and on the slip that is taken along.

export const bankSteps = [
  'Go to any branch of a commercial bank in Nigeria and say that you want to pay a Remita RRR.',
  'Give the RRR. The teller sees your name, the purpose and the amount: check them before you pay.',
  'Pay the exact amount in cash or from your account, and keep the receipt.',
] as const

/** After a branch payment the provider's answer stays "pending" for up to 48 hours. */
export const afterBank =
  'The bank reports your payment to us; that can take up to two days. You do not have to come back to this page: log in later and go on.'
