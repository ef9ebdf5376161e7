// Limits and delays of the specification (section 9) and of decisions.md.

export const textLimits = { paragraph: 300, contactMessage: 3000 } as const

export const passwordLength = { min: 8, max: 200 } as const
export const ninLength = 11

const MiB = 1024 * 1024
export const uploadLimits = { bytes: 5 * MiB } as const

/** Milliseconds. */
export const delays = {
  redirect: 3000,
  draftDebounce: 500,
  toast: 5000,
} as const
