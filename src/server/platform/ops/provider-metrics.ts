import type { Metrics } from './metrics.ts'

/** What became of a request to a provider: `ok`, or a short code for the metrics. */
type ClassifyOutcome = (result: unknown) => string

/**
 * Returns the adapter with every method measured under the provider's name. All its methods must return promises.
 * @param classify for adapters that report failures as results instead of errors
 */
export function measureProvider<T extends object>(
  { providerDuration, providerErrors }: Pick<Metrics, 'providerDuration' | 'providerErrors'>,
  provider: string,
  adapter: T,
  classify: ClassifyOutcome = () => 'ok',
): T {
  const measure = async (operation: string, send: () => Promise<unknown>) => {
    const stopTimer = providerDuration.startTimer({ provider, operation })
    let outcome = 'error'
    try {
      const result = await send()
      outcome = classify(result)
      return result
    } catch (error) {
      outcome = classifyError(error)
      throw error
    } finally {
      stopTimer()
      if (outcome !== 'ok') providerErrors.inc({ provider, operation, outcome })
    }
  }
  return new Proxy(adapter, {
    get(target, operation) {
      const method = Reflect.get(target, operation) as unknown
      if (typeof method !== 'function' || typeof operation !== 'string') return method
      return (...args: unknown[]) => measure(operation, () => method.apply(target, args) as Promise<unknown>)
    },
  })
}

/** The `kind` of our own errors, such as MailError; any other error is just that, to keep the number of labels small. */
const classifyError = (error: unknown) =>
  error instanceof Error && 'kind' in error && typeof error.kind === 'string' ? error.kind : 'error'

/** For adapters whose results are `{ kind: 'unavailable' | 'unknown' | 'refused' | …, reason? }`. */
export function classifyResultKind(result: unknown): string {
  const { kind, reason } = result as { kind?: string; reason?: string }
  if (kind === 'unknown' || kind === 'unavailable') return reason ?? kind
  return kind === 'refused' ? kind : 'ok'
}
