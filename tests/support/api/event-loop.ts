/**
 * Measures the most CPU time that this thread takes between two turns of its event loop: other programs on the machine do not
 * count.
 * @returns ends it and returns that time in ms
 */
export function measureEventLoop(): () => number {
  let maxMs = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.threadCpuUsage()
    maxMs = Math.max(maxMs, (now.user + now.system - last.user - last.system) / 1000)
    last = now
  }, 1)
  return () => {
    clearInterval(timer)
    return maxMs
  }
}
