// Lets only so many work at a time; the others wait in their order.

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function turns(most: number): Turns {
  const waiting: (() => void)[] = []
  let working = 0
  return async (work) => {
    if (working === most) await new Promise<void>((resolve) => waiting.push(resolve))
    else working += 1
    try {
      return await work()
    } finally {
      // The turn is handed on, so that nobody who comes in between can take it.
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
