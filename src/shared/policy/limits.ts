// Limits and delays that both sides know.

/** Characters. */
export const textLimits = { paragraph: 300, contactMessage: 3000 } as const

/** How to reach the registry: characters of a line of the address, of the phone number and of the hours. */
export const contactLimits = { addressLines: 5, addressLine: 80, phone: 30, hours: 120 } as const

/** Characters. */
export const passwordLength = { min: 8, max: 200 } as const
export const ninLength = 11

const MiB = 1024 * 1024
const uploadMiB = 5
export const uploadLimits = {
  bytes: uploadMiB * MiB,
  /** As applicants read it. */
  label: `${uploadMiB} MB`,
  /** Pixels of an image's longer side: A4 at about 200 dots per inch. Larger images are scaled down. */
  imageEdge: 2400,
} as const

/** Milliseconds. */
export const delays = {
  redirect: 3000,
  draftDebounce: 500,
  toast: 5000,
} as const
