// Remita's status codes and what they mean to us. A code that is not here is unknown: neither paid nor failed.

export type Meaning =
  | 'paid'
  | 'pending'
  /** An attempt failed; the reference stays payable. */
  | 'failed'
  | 'not_found'
  /** Our merchant, service type, key or hash is wrong. */
  | 'credentials'
  | 'duplicate'

const codes: Record<Meaning, readonly string[]> = {
  paid: ['00', '01'],
  pending: ['021', '025', '040', '041', '045'],
  failed: ['02', '012', '046', '059'],
  not_found: ['022', '026', '074'],
  credentials: ['013', '020', '023', '024', '033', '043', '044'],
  duplicate: ['027', '028', '036', '055', 'DUPLICATE_REQUEST'],
}

const meanings = new Map(
  Object.entries(codes).flatMap(([meaning, all]) => all.map((code) => [code, meaning as Meaning] as const)),
)

export const meaningOf = (code: string): Meaning | undefined => meanings.get(code)

/** The code of a successful generate call. */
export const generated = '025'
