// Names a browser and its system for lists of sessions.

// Order matters: most browsers also claim to be Chrome, and Chrome to be Safari.
const browsers: [RegExp, string][] = [
  [/OPR\/|Opera/, 'Opera'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/Phoenix/, 'Phoenix'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/KAIOS/, 'KaiOS'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/**
 * Such as "Chrome on Android": no more detail than the owner needs to recognise the session. "Unknown device" when the
 * user agent names neither browser nor system.
 */
export function describeDevice(userAgent: string | undefined): string {
  const browser = findLabel(browsers, userAgent)
  const system = findLabel(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

const findLabel = (list: [RegExp, string][], userAgent = '') => list.find(([pattern]) => pattern.test(userAgent))?.[1]
