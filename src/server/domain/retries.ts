const retryMs = 10 * 60_000

/**
 * Whether the same text of the same person is another try to record it, because the answer to the first was lost. What names no
 * version is told from a text that is meant to stand twice by the time alone.
 */
export const isRetryOf = (recordedAt: Date, now: Date): boolean => now.getTime() - recordedAt.getTime() < retryMs
