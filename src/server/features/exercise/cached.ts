/**
 * Makes the value once and hands it out for a while; callers that come while it is being made wait for the same one.
 * A failure is not remembered.
 * @param forMs milliseconds
 */
export function remembered<T>(make: () => Promise<T>, forMs: number, clock: () => Date): () => Promise<T> {
  let value: Promise<T> | undefined
  let madeAt = 0
  return () => {
    const now = clock().getTime()
    if (value && now - madeAt < forMs) return value
    madeAt = now
    const made = make()
    made.catch(() => {
      if (value === made) value = undefined
    })
    value = made
    return made
  }
}
