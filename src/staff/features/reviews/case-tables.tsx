// The application as it was submitted, one table for each section. Each section can be flagged; files open in the viewer.
// On phones a section is a line until it is opened, so that all of them are in sight.
import { ChevronDown, Flag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
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
  const filled = tables.filter(({ rows }) => rows.length > 0).map(({ name }) => name)
  const [opened, setOpened] = useState<readonly string[]>([])
  const areAllOpen = filled.every((name) => opened.includes(name))
  return (
    <div>
      <Button variant="quiet" className={styles.toggleAll} onClick={() => setOpened(areAllOpen ? [] : filled)}>
        {areAllOpen ? 'Close all sections' : 'Open all sections'}
      </Button>
      <div ref={contents} className={styles.contents}>
        {tables.map((table) => (
          <Section
            key={table.name}
            {...{ table, flags, onFlag }}
            isOpen={opened.includes(table.name)}
            onToggle={() =>
              setOpened((before) =>
                before.includes(table.name) ? before.filter((name) => name !== table.name) : [...before, table.name],
              )
            }
          />
        ))}
      </div>
    </div>
  )
}

interface SectionProps extends Pick<Props, 'flags' | 'onFlag'> {
  table: Table
  isOpen: boolean
  onToggle: () => void
}

function Section({ table, flags, onFlag, isOpen, onToggle }: SectionProps) {
  const { name, title, rows } = table
  const isFilled = rows.length > 0
  return (
    <div
      className={styles.section}
      data-flagged={isFlagged(flags, name) || undefined}
      data-folded={(isFilled && !isOpen) || undefined}
    >
      <DataTable
        table={table}
        action={
          <span className={styles.actions}>
            {onFlag && isReviewPart(name) && <FlagButton part={name} title={title} flags={flags} onFlag={onFlag} />}
            {isFilled && (
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={isOpen}
                aria-label={`Show ${title}`}
                onClick={onToggle}
              >
                <Icon icon={ChevronDown} />
              </button>
            )}
          </span>
        }
      />
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
