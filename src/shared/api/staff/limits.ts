// What the staff's calls may cost, counted per staff member.
import { uploadLimits } from '../../policy/limits.ts'
import type { CallLimits } from '../contract.ts'

const kB = 1024
const tenMinutes = 600

export const staffLimits = {
  /** Wrong passwords and codes are counted besides, by person and network. This only stops floods. */
  signIn: { bodyBytes: 16 * kB, perNetwork: { count: 600, seconds: 60 } },
  reads: { bodyBytes: kB, perAccount: { count: 3_000, seconds: tenMinutes } },
  /** A list of 10,000 applicants has 1.5 MB; the rest is for the boundaries of multipart. */
  import: {
    bodyBytes: uploadLimits.bytes + 64 * kB,
    perAccount: { count: 60, seconds: tenMinutes },
    concurrent: 1,
  },
  /** Each may keep 100,000 rows for a day; the filter may name 1,000 applications. */
  selection: { bodyBytes: 64 * kB, perAccount: { count: 60, seconds: tenMinutes }, concurrent: 1 },
  /** Each looks at up to 50,000 applicants; the filter may name 1,000. */
  mailing: { bodyBytes: 64 * kB, perAccount: { count: 30, seconds: tenMinutes }, concurrent: 1 },
  /** Up to two a second: somebody may go through many cases by keyboard. */
  reviews: { bodyBytes: 64 * kB, perAccount: { count: 1_200, seconds: tenMinutes } },
  /** Files that are made from many rows while the person waits. */
  files: { bodyBytes: kB, perAccount: { count: 60, seconds: tenMinutes }, concurrent: 1 },
  rareChanges: { bodyBytes: 64 * kB, perAccount: { count: 300, seconds: tenMinutes } },
} as const satisfies Record<string, CallLimits>
