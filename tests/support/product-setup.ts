// Before the journeys: one product for all of them; after them, nothing is left of it.
import { startProduct } from './product.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct(Number(process.env.E2E_PORT))
  return () => product.stop()
}
