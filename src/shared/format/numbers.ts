// Money, references and sizes for people.
import { groupThousands } from '../forms/group-thousands.ts'

/** "₦12,500.00" for 12500 (naira). */
export function formatNaira(amount: number): string {
  const [whole = '0', cents] = Math.abs(amount).toFixed(2).split('.')
  return `${amount < 0 ? '−' : ''}₦${groupThousands(whole)}.${cents}`
}

/** "4,120" */
export const formatCount = (count: number): string => groupThousands(String(count))

/** "1 application", "4,120 applications"; with a verb for each: "1 email was", "2 emails were". */
export const formatCounted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`

/** "3100 0712 3456"; for reading only: providers do not take the spaces. */
export const formatRrr = (rrr: string) => rrr.replace(/(\d{4})(?=\d)/g, '$1 ')

/** "•••••••8909": the last four digits. */
export const maskNin = (nin: string) => nin.slice(-4).padStart(nin.length, '•')

/** "1.4 MB" */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** "3F9A-02BC-77E1" */
export const formatSlipCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** A count that stops at a limit: `more` when there are further ones. */
export const formatCappedCount = ({ value, more }: { value: number; more: boolean }): string =>
  `${formatCount(value)}${more ? '+' : ''}`
