// What a call of the applicants may cost.
import { delays, uploadLimits } from '#shared/policy/limits.ts'
import type { CallLimits } from '../contract.ts'

const kB = 1024
const hour = 3_600
const day = 24 * hour
const tenMinutes = 600

/** A call without a body; clients may send an empty object. */
const noBody = kB
const smallBody = 16 * kB
/** Enough for a form with every list full, of characters that take three bytes each. */
const formBody = 1_024 * kB
const multipartOverhead = 64 * kB

/** Requests of one account to a call that only reads: five a second is more than any page needs. */
const reads: CallLimits = { bodyBytes: noBody, perAccount: { count: 3_000, seconds: tenMinutes } }
/** Cached answers that are the same for everybody. A mobile network may have thousands of applicants behind one address. */
const cachedReads: CallLimits = { bodyBytes: noBody, perNetwork: { count: 20_000, seconds: 60 } }
const rareChanges: CallLimits = { bodyBytes: smallBody, perAccount: { count: 60, seconds: tenMinutes } }

export const limits = {
  reads,
  cachedReads,
  rareChanges,
  /** Files of the web app and what operators read: answered from memory or by one cheap query. */
  staticLimits: { bodyBytes: noBody },
  /** A form that is sent before its script has loaded; the body is not read. */
  earlyFormPost: { bodyBytes: 64 * kB },
  /**
   * Wrong passwords are counted besides, by account and network. This only stops floods: it refuses everybody in the network,
   * so nobody may reach it by guessing.
   */
  login: { bodyBytes: smallBody, perNetwork: { count: 20_000, seconds: 60 } },
  passwordChange: { bodyBytes: smallBody, perAccount: { count: 10, seconds: hour, isShared: true } },
  /** Each is an audit event. */
  photoChange: { bodyBytes: smallBody, perAccount: { count: 30, seconds: hour } },
  passwordReset: { bodyBytes: smallBody, perNetwork: { count: 60, seconds: hour, isShared: true } },
  /** As often as the wizard can save, which waits after each change. */
  draft: {
    bodyBytes: formBody,
    perAccount: { count: (tenMinutes * 1_000) / delays.draftDebounce, seconds: tenMinutes },
    concurrent: 12,
  },
  submission: { bodyBytes: formBody, perAccount: { count: 60, seconds: tenMinutes }, concurrent: 8 },
  upload: {
    bodyBytes: uploadLimits.bytes + multipartOverhead,
    perAccount: { count: 30, seconds: tenMinutes },
    concurrent: 2,
  },
  /** Each makes an archive of up to 200 MiB. */
  dataExport: { bodyBytes: noBody, perAccount: { count: 3, seconds: day, isShared: true }, concurrent: 1 },
  dataExportDownload: { bodyBytes: noBody, perAccount: { count: 30, seconds: hour, isShared: true }, concurrent: 2 },
  /** Each may ask the provider. */
  verifyPayment: { bodyBytes: noBody, perAccount: { count: 30, seconds: 60, isShared: true } },
  generateRrr: { bodyBytes: smallBody, perAccount: { count: 60, seconds: tenMinutes } },
  /** The provider sends all of its notifications from few addresses; a refused one is sent again. */
  notification: { bodyBytes: 128 * kB, perNetwork: { count: 120, seconds: 60 } },
  /** Applicants in an internet café share an address, but not this many look-ups an hour. */
  nin: { bodyBytes: smallBody, perNetwork: { count: 100, seconds: hour, isShared: true } },
  /** Enough for a busy café with one address, too few to flood the staff. */
  complaint: { bodyBytes: smallBody, perNetwork: { count: 30, seconds: hour, isShared: true } },
  /** Enough for the entrance of an exam hall, far too few to guess one of 2⁴⁸ codes. */
  slip: { bodyBytes: noBody, perNetwork: { count: 600, seconds: hour, isShared: true } },
  /** Rendered in a thread: 100 ms for a usual form, a second for the longest. */
  slipDocument: { bodyBytes: noBody, perAccount: { count: 30, seconds: tenMinutes }, concurrent: 2 },
  /** Drawing one takes 4 ms. */
  qrCode: { bodyBytes: noBody, perNetwork: { count: 300, seconds: 60 } },
} as const satisfies Record<string, CallLimits>
