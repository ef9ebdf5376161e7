// V8 collects the whole heap only when it has to grow. After a busy hour a server would keep what that hour has left
// behind, and after a start the garbage of loading, so the heap is collected once when the server has nothing to do.

interface RestOptions {
  /** Missing without `--expose-gc`, as in tests. */
  collect?: (() => void) | undefined
  /** The processor time since the last call, as a share of the time that has passed. */
  measureBusyShare?: () => number
}

const intervalMs = 5_000
/** Health checks and scrapes take less, a single applicant in the wizard too. */
const maxRestingShare = 0.1
/** Requests of a slow minute come in bursts. */
const restingIntervals = 2
/** Of processor time. Less leaves behind too little for the tenth of a second for which a collection stops everything. */
const minWorkMs = 2_000

/** Collects once after the start, and once after work that took two seconds or more in all, both 10 s into the rest. */
export function collectWhenRested({
  collect = globalThis.gc && collectAll,
  measureBusyShare = createBusyMeter(),
}: RestOptions = {}): void {
  if (!collect) return
  let workMs = minWorkMs
  let resting = 0
  const check = () => {
    const busyShare = measureBusyShare()
    if (busyShare > maxRestingShare) {
      workMs += busyShare * intervalMs
      resting = 0
      return
    }
    resting += 1
    if (workMs < minWorkMs || resting < restingIntervals) return
    workMs = 0
    collect()
  }
  setInterval(check, intervalMs).unref()
}

/**
 * The usual collection would keep emptied pages of the heap, some 30 MB, for later. The one that gives them back also makes
 * V8 collect much sooner from then on (uploads took a third more), which the usual one sets right.
 */
function collectAll() {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  globalThis.gc?.()
}

function createBusyMeter() {
  let [time, used] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(used)
    const share = (user + system) / 1_000 / (performance.now() - time)
    time = performance.now()
    used = process.cpuUsage()
    return share
  }
}
