// Remita's status codes. A code that is not listed is unknown: neither paid nor failed.

export type CodeMeaning =
  | 'paid'
  | 'pending'
  /** An attempt failed; the RRR can still be paid. */
  | 'failed'
  | 'not_found'
  /** Our merchant, service type, key or hash is wrong. */
  | 'credentials'
  | 'duplicate'

const codes: Record<CodeMeaning, readonly string[]> = {
  paid: ['00', '01'],
  pending: ['021', '025', '040', '041', '045'],
  failed: ['02', '012', '046', '059'],
  not_found: ['022', '026', '074'],
  credentials: ['013', '020', '023', '024', '033', '043', '044'],
  duplicate: ['027', '028', '036', '055', 'DUPLICATE_REQUEST'],
}

const meanings = new Map(
  Object.entries(codes).flatMap(([meaning, all]) => all.map((code) => [code, meaning as CodeMeaning] as const)),
)

export const getMeaning = (code: string): CodeMeaning | undefined => meanings.get(code)

/** The code of a successful generate call. */
export const generatedCode = '025'
