// Listens to a runner of the library, which can fall silent for ever when its database goes away in an unlucky moment,
// or ask in vain for ever when its connections were lost on the way: a living one is answered every second.
import type { WorkerEvents } from 'graphile-worker'

const lookEveryMs = 1_000
/** How long a runner may be silent that has no job in hand, one that has, and one that asks and gets nothing but errors. */
const silenceMs = { idle: 8_000, busy: 60_000, inVain: 30_000 }
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
  let answeredAt = heardAt
  const asked = () => {
    heardAt = Date.now()
  }
  const heard = () => {
    asked()
    answeredAt = heardAt
  }
  const finished = ({ job: { id } }: { job: { id: string } }) => {
    heard()
    if (!doing.delete(id)) return
    finishing.add(id)
    setTimeout(() => finishing.delete(id), finishingMs).unref()
  }
  events.on('worker:getJob:empty', heard)
  events.on('worker:getJob:error', asked)
  events.on('job:start', ({ job }) => {
    heard()
    doing.add(job.id)
  })
  events.on('job:success', finished)
  events.on('job:error', finished)

  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      const now = Date.now()
      const isBusy = doing.size > 0
      const isSilent = now - heardAt > (isBusy ? silenceMs.busy : silenceMs.idle)
      const asksInVain = !isBusy && now - answeredAt > silenceMs.inVain
      if (isSilent || asksInVain) resolve()
    }, lookEveryMs).unref()
  })
  return { inHand: () => [...doing, ...finishing], silent, end: () => clearInterval(timer) }
}
