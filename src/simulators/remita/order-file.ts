// Saves the orders in a JSON file, so that a restarted demo still knows its RRRs.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ordersSchema, type RemitaOrder } from './orders.ts'

export interface OrderFile {
  read(): Promise<RemitaOrder[]>
  /** Resolves when the orders at the time of the call, or newer ones, are saved. */
  write(orders: () => RemitaOrder[]): Promise<void>
}

/** For a simulator that saves nothing. */
export const noOrderFile: OrderFile = { read: async () => [], write: async () => {} }

export function openOrderFile(path: string): OrderFile {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const replaceFile = async (orders: () => RemitaOrder[]) => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, JSON.stringify(orders(), null, 1))
    await rename(`${path}.new`, path)
  }

  return {
    async read() {
      if (!existsSync(path)) return []
      const found = ordersSchema.safeParse(parseJson(await readFile(path, 'utf8')))
      if (!found.success) throw new Error(`${path} is not a state of the Remita simulator. Remove it to start again.`)
      return found.data
    },

    // One write at a time; calls during a write share the next one.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
