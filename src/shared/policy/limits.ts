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

const minuteMs = 60_000
/** A session of the staff, in milliseconds. */
export const staffSessionTimes = {
  /** Without a call, after which it ends. */
  idleMs: 15 * minuteMs,
  /** How long before that the pages warn. */
  warningMs: 2 * minuteMs,
  /** How often a call is recorded at most: the server may know the last one this much too early. */
  touchIntervalMs: minuteMs / 2,
} as const

/** Milliseconds. */
export const delays = {
  redirect: 3000,
  draftDebounce: 500,
  toast: 5000,
} as const
