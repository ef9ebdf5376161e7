import { formatCounted } from './numbers.ts'

/** "15 seconds", "1 minute", "5 minutes", "2 hours": rounded up, so that nobody who waits as long comes too early. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return formatCounted(Math.max(1, Math.ceil(seconds)), 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? formatCounted(minutes, 'minute') : formatCounted(Math.ceil(minutes / 60), 'hour')
}
