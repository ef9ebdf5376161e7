/**
 * What a thread reads is untrusted, so it gets no secrets: only where Node.js keeps compiled code. With that a thread starts a
 * tenth sooner, and one whose sources are TypeScript, as in tests, in half the time.
 */
export function getThreadEnvironment(): { NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
