// Listens to a runner of the library, which can fall silent for ever when its database goes away in an unlucky moment,
// or ask in vain for ever when its connections were lost on the way: a living one is answered every second.
import type { WorkerEvents } from 'graphile-worker'

const lookEveryMs = 1_000
/** How long a runner may go without an answer that has no job in hand, and one that has. */
const silenceMs = { idle: 8_000, busy: 60_000 }
/** How long writing down that a job is done may take. */
const finishingMs = 8_000

export interface Pulse {
  /** Ids of jobs that are being done, or were until a moment ago. */
  inHand(): string[]
  /** Resolves when the runner works no more. */
  silent: Promise<void>
  end(): void
}

export function listenTo(events: WorkerEvents): Pulse {
  const doing = new Set<string>()
  const finishing = new Set<string>()
  let heardAt = Date.now()
  const heard = () => {
    heardAt = Date.now()
  }
  const finished = ({ job: { id } }: { job: { id: string } }) => {
    heard()
    if (!doing.delete(id)) return
    finishing.add(id)
    setTimeout(() => finishing.delete(id), finishingMs).unref()
  }
  events.on('worker:getJob:empty', heard)
  events.on('job:start', ({ job }) => {
    heard()
    doing.add(job.id)
  })
  events.on('job:success', finished)
  events.on('job:error', finished)

  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (Date.now() - heardAt > (doing.size > 0 ? silenceMs.busy : silenceMs.idle)) resolve()
    }, lookEveryMs).unref()
  })
  return { inHand: () => [...doing, ...finishing], silent, end: () => clearInterval(timer) }
}
