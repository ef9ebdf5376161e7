// Keeps the order book in a JSON file, so that a restarted demo still knows its RRRs.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Order, ordersSchema } from './orders.ts'

export interface OrderFile {
  read(): Promise<Order[]>
  /** Resolves when the orders as they were at the call, or newer, are in the file. */
  write(orders: () => Order[]): Promise<void>
}

/** For a simulator that keeps nothing. */
export const noOrderFile: OrderFile = { read: async () => [], write: async () => {} }

export function orderFile(path: string): OrderFile {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const replaceFile = async (orders: () => Order[]) => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, JSON.stringify(orders(), null, 1))
    await rename(`${path}.new`, path)
  }

  return {
    async read() {
      if (!existsSync(path)) return []
      const found = ordersSchema.safeParse(parsed(await readFile(path, 'utf8')))
      if (!found.success) throw new Error(`${path} is not a state of the Remita simulator. Remove it to start afresh.`)
      return found.data
    },

    // One write at a time; all that ask meanwhile share the one that follows it.
    write(orders) {
      if (running) {
        next ??= running.then(() => {
          next = undefined
          return this.write(orders)
        })
        return next
      }
      running = replaceFile(orders).finally(() => {
        running = undefined
      })
      return running
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
