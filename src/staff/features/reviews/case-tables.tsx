// The application as it was submitted, one table for each section. Each section can be flagged; files open in the viewer.
import { Flag } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DataTable } from '#kit/ui/layout/data-table.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { type ReviewPart, reviewPartNames } from '#shared/decisions/rejection-reasons.ts'
import type { Table } from '#shared/forms/table.ts'
import styles from './case-tables.module.css'

interface Props {
  tables: readonly Table[]
  flags: readonly ReviewPart[]
  /** Absent for those who only read. */
  onFlag: ((part: ReviewPart) => void) | undefined
  onOpenFile: (url: string) => void
}

export function CaseTables({ tables, flags, onFlag, onOpenFile }: Props) {
  const contents = useOpenedLinks(onOpenFile)
  return (
    <div ref={contents} className={styles.contents}>
      {tables.map((table) => (
        <div key={table.name} className={styles.section} data-flagged={isFlagged(flags, table.name) || undefined}>
          <DataTable
            table={table}
            action={
              onFlag && isReviewPart(table.name) ? (
                <FlagButton part={table.name} title={table.title} flags={flags} onFlag={onFlag} />
              ) : undefined
            }
          />
        </div>
      ))}
    </div>
  )
}

const isReviewPart = (name: string): name is ReviewPart => (reviewPartNames as readonly string[]).includes(name)
const isFlagged = (flags: readonly ReviewPart[], name: string) => (flags as readonly string[]).includes(name)

interface FlagButtonProps {
  part: ReviewPart
  title: string
  flags: readonly ReviewPart[]
  onFlag: (part: ReviewPart) => void
}

export const FlagButton = ({ part, title, flags, onFlag }: FlagButtonProps) => (
  <button
    type="button"
    className={styles.flag}
    aria-pressed={flags.includes(part)}
    aria-label={`Flag ${title}`}
    onClick={() => onFlag(part)}
  >
    <Icon icon={Flag} size="small" />
    Flag
  </button>
)

/** Links to files open in the viewer; with a modifier key or the middle button, as links do. */
function useOpenedLinks(onOpenFile: (url: string) => void) {
  const contents = useRef<HTMLDivElement>(null)
  const open = useRef(onOpenFile)
  open.current = onOpenFile
  useEffect(() => {
    const element = contents.current
    const listen = (event: MouseEvent) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
      const link = event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null
      const url = link?.getAttribute('href')
      if (!url) return
      event.preventDefault()
      open.current(url)
    }
    element?.addEventListener('click', listen)
    return () => element?.removeEventListener('click', listen)
  }, [])
  return contents
}
