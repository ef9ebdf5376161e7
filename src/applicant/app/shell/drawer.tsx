import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#kit/ui/actions/icon-button.tsx'
import { openModal } from '#kit/ui/feedback/open-modal.ts'
import styles from './drawer.module.css'
import { NavigationList } from './navigation-list.tsx'
import { SidebarHead } from './sidebar.tsx'

/** The navigation on phones: a button in the top bar that opens a drawer over the page. */
export function Drawer() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)

  useEffect(() => {
    if (dialog.current && open) return openModal(dialog.current)
  }, [open])

  return (
    <div className={styles.place}>
      <IconButton icon={Menu} label="Open the menu" aria-expanded={open} onClick={() => setOpen(true)} />
      <dialog
        ref={dialog}
        className={styles.drawer}
        aria-label="Menu"
        onCancel={close}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        onClick={(event) => event.target === dialog.current && close()}
      >
        <div className={styles.sheet}>
          <div className={styles.head}>
            <IconButton icon={X} label="Close the menu" onClick={close} />
            <SidebarHead />
          </div>
          <NavigationList onNavigate={close} />
        </div>
      </dialog>
    </div>
  )
}
